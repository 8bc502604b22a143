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

    /// Appends the page of a scrape to a buffer, which may hold room from an earlier page.
    public func append(
        _ scrape: Scrape, as syntax: ExpositionSyntax, to bytes: inout [UInt8]
    ) {
        bytes.reserveCapacity(bytes.count + Self.estimatedSize(of: scrape))
        for family in families { family.append(scrape, as: syntax, to: &bytes) }
        switch syntax {
        case .prometheusText: break
        case .openMetrics: bytes.append(contentsOf: "# EOF\n".utf8)
        }
    }

    /// A number of bytes that most pages fit in.
    private static func estimatedSize(of scrape: Scrape) -> Int {
        // The page without any base has about 7 kB, a base 4 kB beside its symbols and its alerts,
        // the two lines of a symbol 130 bytes, the lines of a receiver 1.5 kB.
        scrape.snapshot.bases.reduce(8 * 1024 + scrape.snapshot.receivers.count * 2048) {
            $0 + 4 * 1024 + $1.symbols.count * 160
        }
    }
}
