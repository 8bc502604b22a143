import Foundation
import HTTP
import TestKit
import Testing

/// Looks at an exporter again and again while its clock moves, and holds each look against the last.
struct ClockWitness {
    let exporter: ExporterProcess
    let clock: MovedClock
    private var counters: [String: Double] = [:]
    private var ages: [String: Double] = [:]
    private var elapsed: Duration = .zero
    private let start = ContinuousClock.now

    init(_ exporter: ExporterProcess, clock: MovedClock) {
        self.exporter = exporter
        self.clock = clock
    }

    /// Its page of metrics, which must be valid; no counter may have fallen, and nothing is younger
    /// or older than the time that has passed makes it, suspends included.
    ///
    /// - Parameter isDataNew: whether newer data may have come since the last look.
    mutating func look(
        isDataNew: Bool = false, sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> MetricsText {
        let response = try await exporter.get("/metrics")
        let page = MetricsText(response.text)
        let families = try ParsedExposition(response.body, as: .prometheusText).families
        let samples = families.filter { ["counter", "histogram"].contains($0.type) }
            .flatMap(\.samples)
        for sample in samples {
            let value = try #require(Double(sample.value), sourceLocation: sourceLocation)
            let former = counters.updateValue(value, forKey: sample.series) ?? 0
            #expect(value >= former, "\(sample.series)", sourceLocation: sourceLocation)
        }
        let passed = ContinuousClock.now - start + clock.suspended
        let gone = (passed - elapsed) / .seconds(1)
        elapsed = passed
        for (series, age) in Self.ages(in: page) {
            let former = ages.updateValue(age, forKey: series)
            #expect(age >= 0, "\(series)", sourceLocation: sourceLocation)
            guard let former, !isDataNew else { continue }
            // The page was made at some moment of the looking, and a clock that was set is made up for
            // in whole seconds.
            #expect(
                former - 1...former + gone + 5 ~= age, "\(series) was \(former) \(gone) s before",
                sourceLocation: sourceLocation)
        }
        return page
    }

    private static func ages(in page: MetricsText) -> [String: Double] {
        // An empty queue has no age.
        page.series("exchangerate_data_age_seconds").merging(
            page.series("exchangerate_notification_oldest_seconds").filter { $0.value > 0 }
        ) { $1 }
    }
}
