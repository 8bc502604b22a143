import Domain

/// Every metric of the exporter, in the order of the page.
public struct MetricCatalogue: Sendable {
    /// The metrics that the exporter has.
    public static let standard = MetricCatalogue(families: [
        .rate,
        .rateTimestamp,
        .dataAge,
        .dataDueTimestamp,
        .dataStale,
        .symbolsStale,
        .observationInfo,
        .up,
        .lastPollTimestamp,
        .lastSuccessTimestamp,
        .nextPollTimestamp,
        .pollInterval,
        .polls,
        .pollErrors,
        .pollDuration,
        .ratesRejected,
        .apiLimitRemaining,
        .apiLimitResetTimestamp,
        .monthRequests,
        .backoffUntilTimestamp,
        .alertState,
        .notifications,
        .notificationsFailed,
        .notificationsDropped,
        .notificationQueueLength,
        .notificationOldest,
        .notificationLastSuccessTimestamp,
        .storageErrors,
        .configLastReloadSuccessful,
        .configLastReloadSuccessTimestamp,
        .webConfigLastReloadSuccessful,
        .webConfigLastReloadSuccessTimestamp,
        .httpRequests,
        .buildInfo,
        .processCPU,
        .processOpenFDs,
        .processMaxFDs,
        .processVirtualMemory,
        .processVirtualMemoryMax,
        .processResidentMemory,
        .processStartTime,
        .processNetworkReceive,
        .processNetworkTransmit,
    ])

    let families: [MetricFamily]

    init(families: [MetricFamily]) {
        self.families = families
    }

    /// Writes all that stays the same on the pages of a snapshot.
    public func prepare(_ scrape: Scrape, as syntax: ExpositionSyntax) -> PreparedPage {
        PreparedPage(families, of: scrape, as: syntax)
    }
}
