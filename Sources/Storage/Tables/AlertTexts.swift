import Domain

/// The JSON texts of the alerts that were written last.
///
/// An alert is in the lists of a group and a notification of each receiver, and stays there from one
/// commit to the next: making its text is what such a row would cost most.
struct AlertTexts {
    private var texts: [Alert: String] = [:]
    /// Those of the commit under way, which take the place of the others at its end.
    private var used: [Alert: String] = [:]

    mutating func encode(_ alerts: [Alert]) throws(StorageFault) -> SQLValue {
        var list = "["
        for alert in alerts {
            if list.utf8.count > 1 { list += "," }
            list += try text(of: alert)
        }
        return .text(list + "]")
    }

    mutating func encode(_ alert: Alert) throws(StorageFault) -> SQLValue {
        .text(try text(of: alert))
    }

    private mutating func text(of alert: Alert) throws(StorageFault) -> String {
        if let text = used[alert] { return text }
        if let text = texts[alert] {
            used[alert] = text
            return text
        }
        let text = try JSONText.text(of: AlertRecord(alert))
        used[alert] = text
        return text
    }

    /// Forgets what the commit did not use, unless it wrote no alert at all.
    mutating func endCommit() {
        guard !used.isEmpty else { return }
        texts = used
        used = [:]
    }
}
