import ConfigTree
import ExchangeRate
import Freshness

extension Incident {
    /// Reads an incident as it is typed, such as `freeze 2025-12-23T10:00Z 3h base=USD`.
    public init(parsing text: String) throws(RehearsalError) {
        self = try IncidentReader(text: text).incident()
    }
}

/// Reads one incident.
///
/// Its name ends where a digit begins a word: `missing symbol`, or `missing-symbol`.
struct IncidentReader {
    let text: String

    func incident() throws(RehearsalError) -> Incident {
        let words = text.split(whereSeparator: { $0 == " " || $0 == "\t" }).map(String.init)
        let name = words.prefix { $0.first?.isNumber != true }
        let kind = try kind(named: name.joined(separator: " "))
        let rest = Array(words.dropFirst(name.count))
        guard rest.count >= 2 else {
            throw failure("\(rest.isEmpty ? "the start" : "the duration") is missing", kind)
        }
        guard let start = Self.time(rest[0]) else {
            throw failure("found \"\(rest[0])\"; a start is a time such as 2025-12-23T10:00Z", kind)
        }
        let duration = try duration(rest[1], of: "the duration", kind)
        var incident = Incident(kind, at: start, for: duration)
        try take(Array(rest.dropFirst(2)), into: &incident)
        return incident
    }

    private func kind(named name: String) throws(RehearsalError) -> IncidentKind {
        let plain = String(name.lowercased().map { $0 == "-" || $0 == "_" ? " " : $0 })
        if let kind = IncidentKind(rawValue: plain) { return kind }
        let names = IncidentKind.allCases.map(\.rawValue)
        let guess = Spelling.nearest(to: plain, among: names).map { "; did you mean \($0)?" }
        throw RehearsalError(
            "\"\(text)\": \(name.isEmpty ? "the kind is missing" : "\"\(name)\" is no incident")"
                + (guess ?? "; known are \(names.joined(separator: ", "))"))
    }

    private func take(_ words: [String], into incident: inout Incident) throws(RehearsalError) {
        let kind = incident.kind
        var words = words
        // The name of a receiver may hold blanks.
        if kind == .receiverDown, words.count > 1 { words = [words.joined(separator: " ")] }
        var seen: Set<IncidentParameter> = []
        for word in words {
            let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
                .map(String.init)
            let named = parts.count == 2 ? IncidentParameter(rawValue: parts[0]) : nil
            // A word without a name, or with what is none, stands for the first parameter.
            let isBare = named == nil && (parts.count == 1 || kind == .receiverDown)
            guard let parameter = isBare ? kind.parameters.first : named,
                kind.parameters.contains(parameter), seen.insert(parameter).inserted
            else { throw failure("\"\(word)\" is not expected", kind) }
            try set(parameter, to: isBare ? word : parts[1], of: &incident)
        }
        let missing = kind.parameters.first { kind.isNeeded($0) && !seen.contains($0) }
        if let missing { throw failure("\(missing.rawValue) is missing", kind) }
    }

    private func set(
        _ parameter: IncidentParameter, to value: String, of incident: inout Incident
    ) throws(RehearsalError) {
        let kind = incident.kind
        switch parameter {
        case .base: incident.base = try code(value, kind)
        case .symbol: incident.symbol = try code(value, kind)
        case .receiver: incident.receiver = value
        case .delay: incident.delay = try duration(value, of: "delay", kind)
        case .by: incident.lag = try duration(value, of: "by", kind)
        case .retryAfter: incident.retryAfter = try duration(value, of: "retry_after", kind)
        }
    }

    private func code(_ text: String, _ kind: IncidentKind) throws(RehearsalError) -> CurrencyCode {
        guard let code = CurrencyCode(text) else {
            throw failure("found \"\(text)\"; a currency is three letters, such as EUR", kind)
        }
        return code
    }

    private func duration(
        _ text: String, of what: String, _ kind: IncidentKind
    ) throws(RehearsalError) -> Duration {
        guard let duration = try? Duration(prometheus: text), duration > .zero,
            duration <= Self.longest
        else {
            throw failure(
                "found \"\(text)\"; \(what) is one such as 90s, 30m or 3h, at most 365d", kind)
        }
        return duration
    }

    private static let longest: Duration = .seconds(365 * 86_400)

    /// A time of ISO 8601, which may lack its seconds or its time of day.
    private static func time(_ text: String) -> Timestamp? {
        if let time = Timestamp(iso8601: text) { return time }
        // `2025-12-23T10:00` and the zone behind it.
        let minutes = text.prefix(16)
        guard minutes.count == 16, minutes.dropFirst(13).first == ":" else { return nil }
        return Timestamp(iso8601: minutes + ":00" + text.dropFirst(16))
    }

    private func failure(_ problem: String, _ kind: IncidentKind) -> RehearsalError {
        RehearsalError("\"\(text)\": \(problem); the form is: \(kind.form)")
    }
}
