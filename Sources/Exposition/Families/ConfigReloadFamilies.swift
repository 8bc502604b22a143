import Domain

extension MetricFamily {
    static let configLastReloadSuccessful = MetricFamily(
        "exchangerate_config_last_reload_successful", .gauge,
        help: "1 if the newest try to read the configuration worked, else 0."
    ) { scrape, out in
        out.sample(.flag(scrape.snapshot.isConfigurationCurrent))
    }

    static let configLastReloadSuccessTimestamp = MetricFamily(
        "exchangerate_config_last_reload_success_timestamp_seconds", .gauge, unit: .seconds,
        help: "When the configuration in force was read."
    ) { scrape, out in
        out.sample(.timestamp(scrape.snapshot.configurationLoadedAt))
    }
}
