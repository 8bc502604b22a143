extension MetricFamily {
    static let webConfigLastReloadSuccessful = MetricFamily(
        "exchangerate_web_config_last_reload_successful", .gauge, isMoving: true,
        help: "1 if the newest try to read the web configuration worked, else 0."
    ) { scrape, out in
        guard let state = scrape.webConfiguration else { return }
        out.sample(.flag(state.isCurrent))
    }

    static let webConfigLastReloadSuccessTimestamp = MetricFamily(
        "exchangerate_web_config_last_reload_success_timestamp_seconds", .gauge, unit: .seconds,
        isMoving: true,
        help: "When the web configuration in force was read."
    ) { scrape, out in
        guard let state = scrape.webConfiguration else { return }
        out.sample(.timestamp(state.loadedAt))
    }
}
