import Foundation

/// Holds what a daemon made of its polls against what came over the wire.
struct PollAudit: CustomStringConvertible {
    private let oracle: PollOracle
    private let timeout: Duration
    /// Of each base, the rates that were seen on the page.
    private var shown: [String: Set<Decimal>] = [:]
    private(set) var violations: [String] = []
    private(set) var faults = 0
    private var outcomes: [String: Int] = [:]
    private var kinds: [String: Int] = [:]

    init(timeout: Duration) {
        self.timeout = timeout
        oracle = PollOracle(timeout: timeout / .seconds(1))
    }

    var description: String {
        func list(_ counts: [String: Int]) -> String {
            counts.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }
                .joined(separator: ", ")
        }
        return "\(faults) faults (\(list(kinds))); polls: \(list(outcomes))"
    }

    /// Takes in a page of metrics.
    mutating func note(_ page: MetricsText) {
        for (series, _) in page.series("exchangerate_rate") {
            let parts = series.split(separator: "\"")
            guard parts.count > 3,
                let digits = page.digits(
                    "exchangerate_rate", ["base": String(parts[1]), "quote": String(parts[3])]),
                let rate = Decimal(string: digits)
            else { continue }
            shown[String(parts[1]), default: []].insert(rate)
        }
    }

    /// Judges all that happened.
    ///
    /// - Parameters:
    ///   - page: the last one of metrics.
    ///   - time: when it was made.
    mutating func judge(
        _ exchanges: [WireExchange], log: String, last page: MetricsText,
        from time: ClosedRange<Date>
    ) {
        let events = Dictionary(
            grouping: log.split(separator: "\n").compactMap(PollEvent.init), by: \.base)
        for (base, exchanges) in Dictionary(grouping: exchanges, by: \.lane) {
            let exchanges = exchanges.sorted { $0.began < $1.began }
            judge(base, exchanges, events: events[base] ?? [])
            judgeCounters(of: base, exchanges, events: events[base] ?? [], on: page, madeIn: time)
        }
    }

    private mutating func judge(_ base: String, _ exchanges: [WireExchange], events: [PollEvent]) {
        var held: Set<Decimal> = []
        var ends = 0
        let pairs = Self.pairs(exchanges, events)
        for (index, exchange) in exchanges.enumerated() {
            if exchange.fault.kind != .none {
                faults += 1
                kinds[exchange.fault.kind.rawValue, default: 0] += 1
            }
            if exchange.turn > 1 {
                violations.append("a second request on a connection: \(exchange.text)")
            }
            // The daemon may have been ended before the end of the last ones was logged.
            guard let event = pairs[index] else {
                held.formUnion(PollOracle.rates(of: "EUR", in: exchange))
                continue
            }
            ends += 1
            let right = oracle.outcomes(of: exchange, end: event.at)
            outcomes["\(event.outcome)", default: 0] += 1
            if !right.contains(event.outcome) {
                violations.append(
                    "\(event.outcome) is not of \(right): \(exchange.text)\n\(event.detail)")
            }
            if event.outcome == .taken { held.formUnion(PollOracle.rates(of: "EUR", in: exchange)) }
        }
        if ends < exchanges.count - 2 {
            violations.append("\(base): \(ends) ends of \(exchanges.count) polls")
        }
        // One that was held up comes soon before the next; all together they keep their distance.
        let span = (exchanges.last?.began ?? .now).timeIntervalSince(exchanges.first?.began ?? .now)
        if span < Double(exchanges.count - 1) - 1.5 {
            violations.append("\(base): \(exchanges.count) requests in \(span) s")
        }
        let invented = (shown[base] ?? []).subtracting(held)
        for rate in invented {
            let sent = exchanges.filter {
                let body = AnswerReading($0.answer, isEnded: true).body
                return String(decoding: body, as: UTF8.self).contains("\(rate)")
            }
            violations.append(
                "\(base): no reply that was taken holds \(rate)\n"
                    + sent.map(\.text).joined(separator: "\n"))
        }
    }

    /// The end of each exchange.
    ///
    /// A machine that is busy may hold up a request until the daemon has given it up: then there are
    /// more ends than exchanges, and times tell what belongs together.
    private static func pairs(_ exchanges: [WireExchange], _ events: [PollEvent]) -> [PollEvent?] {
        if events.count <= exchanges.count {
            return exchanges.indices.map { $0 < events.count ? events[$0] : nil }
        }
        return exchanges.indices.map { index in
            let next = index + 1 < exchanges.count ? exchanges[index + 1].began : .distantFuture
            // The log has whole milliseconds.
            let begin = exchanges[index].began.addingTimeInterval(-0.002)
            return events.first { $0.at > begin && $0.at < next }
        }
    }

    private mutating func judgeCounters(
        of base: String, _ exchanges: [WireExchange], events: [PollEvent], on page: MetricsText,
        madeIn time: ClosedRange<Date>
    ) {
        let unseen = events.count { event in
            if case .failed("connect") = event.outcome { return event.at <= time.upperBound }
            return false
        }
        let came = exchanges.count { $0.began <= time.upperBound } + unseen
        demand(
            page.value("exchangerate_polls_total", ["base": base]), "\(base): polls", of: events,
            atMost: came + 1)
        demand(
            page.failedPolls(base), "\(base): failures",
            of: events.filter { $0.outcome != .taken })

        func demand(
            _ count: Double?, _ name: String, of ends: [PollEvent], atMost limit: Int = .max
        ) {
            // One may be counted and not yet logged, or the other way round.
            let least = max(0, ends.count { $0.at < time.lowerBound } - 1)
            let most = min(limit, ends.count { $0.at <= time.upperBound } + 1)
            guard let count, count >= Double(least), count <= Double(most) else {
                let counted = count.map { "\($0)" } ?? "none"
                violations.append("\(name): \(counted) counted, \(least) to \(most) came")
                return
            }
        }
    }
}
