extension MetricsText {
    /// Whether an alert fires; of the account where the base is empty.
    func fires(_ alert: String, base: String = "USD") -> Bool {
        value("exchangerate_alert_state", ["alert": alert, "base": base]) == 2
    }

    /// How often a notification was sent to a receiver.
    func deliveryAttempts(_ receiver: String = "oncall") -> Double {
        value("exchangerate_notifications_total", ["receiver": receiver]) ?? -1
    }

    /// How many of these attempts failed for a reason.
    func failedDeliveries(_ receiver: String = "oncall", because reason: String) -> Double {
        value(
            "exchangerate_notifications_failed_total", ["receiver": receiver, "reason": reason])
            ?? -1
    }

    /// How many of these attempts failed.
    func failedDeliveries(_ receiver: String = "oncall") -> Double {
        series("exchangerate_notifications_failed_total")
            .filter { $0.key.contains("receiver=\"\(receiver)\"") }.values.reduce(0, +)
    }

    /// How many notifications wait for a receiver.
    func queueLength(_ receiver: String = "oncall") -> Double {
        value("exchangerate_notification_queue_length", ["receiver": receiver]) ?? -1
    }

    /// Whether no alert fires and nothing waits to be sent.
    var isQuiet: Bool {
        let states = series("exchangerate_alert_state").values
        return !states.isEmpty && states.allSatisfy { $0 == 0 }
            && series("exchangerate_notification_queue_length").values.allSatisfy { $0 == 0 }
    }
}
