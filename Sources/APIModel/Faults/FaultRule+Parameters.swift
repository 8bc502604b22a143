public import Freshness

/// Why parameters make no rule: one line that says what is allowed.
public struct FaultRuleError: Error, Sendable, CustomStringConvertible {
    public let description: String

    init(_ description: String) {
        self.description = description
    }
}

extension FaultRule {
    /// The parameters that every fault takes, and what they may be.
    public static let commonParameters: [(name: String, allowed: String)] = [
        ("count", "how many requests it befalls, from 1; absent: no end"),
        ("every", "befalls every n-th request, from 1; absent: each"),
        ("base", "a currency code; absent: all"),
        ("for", "a duration such as 30s, 2h; absent: no end"),
    ]

    /// Makes a rule of the fields of a query: `fault=limit&retry_after=7&count=3`.
    public init(parameters: [RequestTarget.Field], at now: Timestamp) throws(FaultRuleError) {
        var reader = try FaultParameterReader(parameters)
        let name = reader.take("fault")
        guard let kind = name.flatMap(FaultKind.init(rawValue:)) else {
            let names = FaultKind.allCases.map(\.rawValue).joined(separator: ", ")
            let found = name.map { "fault=\(FaultParameterReader.shown($0)) is unknown" }
            throw FaultRuleError("\(found ?? "fault is missing"); allowed: \(names)")
        }
        let remaining = try reader.takeCount("count")
        let every = try reader.takeCount("every")
        let base = try reader.takeCode("base")
        let length = try reader.takeDuration("for")
        let fault = try reader.takeFault(kind, at: now)
        try reader.finish(kind)
        self.init(
            kind: kind, fault: fault, remaining: remaining, every: every ?? 1, base: base,
            start: nil, end: length.map { now + $0 })
    }
}
