import FoundationEssentials
import Freshness

extension LatestReply {
    /// The class of a reply that names none.
    private static let unknownSource = "unknown"
    /// The provider's own words, which no likeness to a secret may hide.
    private static let knownSources: Set = ["live", "ecb_daily", "fred_daily"]
    private static let knownSessions: Set = ["open", "weekend", "interbank_closed"]
    /// The longest chain of intervals that makes sense: a month.
    private static let longestPollInterval: Decimal = 2_678_400

    /// Judges the reply symbol by symbol.
    ///
    /// - Parameters:
    ///   - base: the base that was asked for.
    ///   - requested: the symbols that were asked for; empty where all were.
    func latest(
        base: CurrencyCode, requested: [CurrencyCode], context: AnswerContext
    ) throws(ExchangeRateError) -> Latest {
        guard let ownBase = self.base, CurrencyCode(ownBase) == base else {
            let found = self.base.map { "it is for \($0)" } ?? "it names no base"
            throw context.error(.baseMismatch, detail: "asked for \(base), \(found)")
        }
        let observation = dataUpdatedAt ?? timestamp
        let wanted =
            requested.isEmpty
            ? Set(rates.keys).subtracting([base.text]) : Set(requested.map(\.text))
        var taken: [String: Decimal] = [:]
        var rejected: [String: RateRejection] = [:]
        for symbol in wanted {
            do throws(RateRejection) {
                let rate = try Self.rate(rates[symbol])
                let stamp = effectiveAt[symbol] ?? observation
                guard stamp?.time != nil else { throw .badTimestamp }
                taken[symbol] = rate
            } catch {
                rejected[symbol] = error
            }
        }
        guard !taken.isEmpty else {
            let list = rejected.sorted { $0.key < $1.key }
                .map { "\($0.key) \($0.value.rawValue)" }.joined(separator: ", ")
            throw context.error(
                .decode, detail: list.isEmpty ? "it has no rate" : "it has no good rate: \(list)",
                rejected: rejected)
        }
        let (redaction, limit) = (context.redaction, AnswerContext.labelLimit)
        let label = { redaction.value($0, limit: limit) }
        let source = { redaction.word($0, known: Self.knownSources, limit: limit) }
        let session = { redaction.word($0, known: Self.knownSessions, limit: limit) }
        let ownStamps = effectiveAt.filter { wanted.contains($0.key) }
        return Latest(
            base: base, source: source(self.source.flatMap(Self.visible) ?? Self.unknownSource),
            marketSession: marketSession.map(session),
            dataUpdatedAt: observation.map { Self.text($0, label: label) } ?? "",
            observedAt: observation?.time, rates: taken,
            sources: sources.filter { wanted.contains($0.key) }.compactMapValues(Self.visible)
                .mapValues(source),
            effectiveAt: ownStamps.mapValues { Self.text($0, label: label) },
            effectiveTimes: ownStamps.compactMapValues(\.time), rejected: rejected,
            notice: notice.map {
                redaction.message($0, limit: AnswerContext.noticeLimit)
            },
            pollInterval: pollInterval.flatMap(Self.interval), limits: context.limits,
            serverTime: context.serverTime)
    }

    private static func rate(_ value: RateValue?) throws(RateRejection) -> Decimal {
        switch value {
        case .number(let number):
            guard number > 0 else { throw .notPositive }
            return number
        case .null, nil:
            throw .missing
        case .other:
            throw .notANumber
        }
    }

    /// What is a time holds no secret and is kept exactly as sent.
    private static func text(_ stamp: StampValue, label: (String) -> String) -> String {
        stamp.time == nil ? label(stamp.text) : stamp.text
    }

    /// Nothing where a reader would see nothing: a label must tell its class.
    private static func visible(_ text: String) -> String? {
        text.onOneLine().isEmpty ? nil : text
    }

    /// To the millisecond; nothing where it is no time between polls.
    private static func interval(_ seconds: Decimal) -> Duration? {
        guard seconds > 0, seconds <= longestPollInterval else { return nil }
        let value = Double(seconds.description) ?? 0
        return .milliseconds(Int64((value * 1000).rounded(.up)))
    }
}

extension RateRejection: Error {}
