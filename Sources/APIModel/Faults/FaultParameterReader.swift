import ExchangeRate
import Freshness

/// Takes the parameters of a rule one by one, so that what is left over is known to be unknown.
struct FaultParameterReader {
    private var fields: [String: String] = [:]

    init(_ parameters: [RequestTarget.Field]) throws(FaultRuleError) {
        for field in parameters {
            guard fields.updateValue(field.value, forKey: field.name) == nil else {
                throw FaultRuleError("\(Self.shown(field.name)) is given twice")
            }
        }
    }

    /// A text as an error shows it: short, and on one line.
    static func shown(_ text: String) -> String {
        let clean = text.unicodeScalars.map { scalar in
            scalar.value < 0x20 || scalar.value == 0x7F ? "?" : String(scalar)
        }
        return clean.prefix(40).joined()
    }

    /// Takes a parameter; nil where it is absent.
    mutating func take(_ name: String) -> String? {
        fields.removeValue(forKey: name)
    }

    /// Takes a count from 1.
    mutating func takeCount(_ name: String) throws(FaultRuleError) -> Int? {
        guard let text = take(name) else { return nil }
        guard let count = Int(text), count >= 1 else {
            throw Self.wrong(name, text, "a whole number from 1")
        }
        return count
    }

    /// Takes a currency code.
    mutating func takeCode(_ name: String) throws(FaultRuleError) -> CurrencyCode? {
        guard let text = take(name) else { return nil }
        guard let code = CurrencyCode(text) else {
            throw Self.wrong(name, text, "a currency code: three letters")
        }
        return code
    }

    /// Takes a duration.
    mutating func takeDuration(_ name: String) throws(FaultRuleError) -> Duration? {
        guard let text = take(name) else { return nil }
        guard let duration = DurationText.duration(text) else {
            throw Self.wrong(name, text, FaultParameter.delay.allowed)
        }
        return duration
    }

    /// Takes what a kind of fault needs.
    mutating func takeFault(
        _ kind: FaultKind, at now: Timestamp
    ) throws(FaultRuleError) -> Fault {
        switch kind {
        case .limit: return .limit(retryAfter: try takeText(.retryAfter))
        case .unauthorized: return .error(.invalidAPIKey)
        case .forbidden: return .error(.forbidden)
        case .quota: return .error(.quotaExceeded)
        case .error: return try takeError()
        case .page: return .page(bytes: try takeBytes(0) ?? 5_000_000)
        case .redirect:
            return .redirect(location: try takeText(.location) ?? "/redirected")
        case .garbage: return .garbage(bytes: try takeBytes(1) ?? 512)
        case .empty: return .empty
        case .emptyObject: return .emptyObject
        case .gzipBomb: return .gzipBomb(bytes: try takeBytes(0) ?? 67_108_864)
        case .frozen: return .frozen(since: try takeTime() ?? now)
        case .older: return .older(by: try takeDuration(.by) ?? .seconds(3600))
        case .future: return .future(by: try takeDuration(.by) ?? .seconds(600))
        case .stamp: return .stamp(try required(takeText(.text), .text))
        case .missing: return .missing(try takeSymbols().map(\.text))
        case .extra:
            let symbols = try takeSymbols()
            guard !symbols.isEmpty else { return .extra([try required(nil, .symbols)]) }
            return .extra(symbols)
        case .number:
            let value = try required(takeChoice(.value, of: WrongNumber.self), .value)
            return .number(value, try takeSymbols().map(\.text))
        case .base: return .base(try required(takeCode(FaultParameter.to.rawValue), .to))
        case .source: return .source(try required(takeText(.to), .to))
        case .huge: return .huge(bytes: try takeBytes(0) ?? 2_000_000)
        case .slow: return .slow(try takeDuration(.delay) ?? .seconds(5))
        case .hang: return .hang
        case .drip:
            return .drip(
                bytes: try takeBytes(1) ?? 1, interval: try takeDuration(.interval) ?? .seconds(1))
        case .reset: return .reset(afterBytes: try takeBytes(0))
        case .cut: return .cut(afterBytes: try takeBytes(0) ?? 20)
        }
    }

    /// Refuses what nobody took.
    func finish(_ kind: FaultKind) throws(FaultRuleError) {
        guard let name = fields.keys.min() else { return }
        let allowed =
            ["fault"] + kind.parameters.map(\.rawValue) + FaultRule.commonParameters.map(\.name)
        throw FaultRuleError(
            "\(Self.shown(name)) is unknown for fault=\(kind.rawValue); allowed: "
                + allowed.joined(separator: ", "))
    }

    private mutating func takeError() throws(FaultRuleError) -> Fault {
        let code = try takeText(.code)
        let known = code.flatMap(APIErrorCode.init(rawValue:))
        var status = known?.status ?? 500
        if let text = take(FaultParameter.status.rawValue) {
            guard let number = Int(text), 200...599 ~= number else {
                throw Self.wrong(.status, text)
            }
            status = number
        }
        let shape = try takeChoice(.shape, of: ErrorShape.self) ?? .code
        return .error(
            status: status, code: code ?? APIErrorCode.internalError.rawValue, shape: shape)
    }

    private mutating func takeText(_ parameter: FaultParameter) throws(FaultRuleError) -> String? {
        guard let text = take(parameter.rawValue) else { return nil }
        // A line break would end the header that some of the texts become.
        guard text.unicodeScalars.allSatisfy({ $0.value >= 0x20 && $0.value != 0x7F }) else {
            throw Self.wrong(parameter, text)
        }
        return text
    }

    private mutating func takeBytes(_ least: Int) throws(FaultRuleError) -> Int? {
        guard let text = take(FaultParameter.bytes.rawValue) else { return nil }
        guard let count = Int(text), least...1_073_741_824 ~= count else {
            throw Self.wrong(.bytes, text)
        }
        return count
    }

    private mutating func takeDuration(
        _ parameter: FaultParameter
    ) throws(FaultRuleError) -> Duration? {
        try takeDuration(parameter.rawValue)
    }

    private mutating func takeTime() throws(FaultRuleError) -> Timestamp? {
        guard let text = take(FaultParameter.at.rawValue) else { return nil }
        guard let time = Timestamp(iso8601: text) else { throw Self.wrong(.at, text) }
        return time
    }

    private mutating func takeSymbols() throws(FaultRuleError) -> [CurrencyCode] {
        guard let text = take(FaultParameter.symbols.rawValue) else { return [] }
        var codes: [CurrencyCode] = []
        for word in text.split(separator: ",", omittingEmptySubsequences: false) {
            guard let code = CurrencyCode(String(word)) else {
                throw Self.wrong(.symbols, text)
            }
            codes.append(code)
        }
        return codes
    }

    private mutating func takeChoice<Choice: RawRepresentable<String>>(
        _ parameter: FaultParameter, of type: Choice.Type
    ) throws(FaultRuleError) -> Choice? {
        guard let text = take(parameter.rawValue) else { return nil }
        guard let choice = Choice(rawValue: text) else { throw Self.wrong(parameter, text) }
        return choice
    }

    private func required<Value>(
        _ value: Value?, _ parameter: FaultParameter
    ) throws(FaultRuleError) -> Value {
        guard let value else {
            throw FaultRuleError(
                "\(parameter.rawValue) is missing; allowed: \(parameter.allowed)")
        }
        return value
    }

    private static func wrong(_ parameter: FaultParameter, _ text: String) -> FaultRuleError {
        wrong(parameter.rawValue, text, parameter.allowed)
    }

    private static func wrong(_ name: String, _ text: String, _ allowed: String) -> FaultRuleError {
        FaultRuleError("\(name)=\(shown(text)) is not possible; allowed: \(allowed)")
    }
}

extension Fault {
    /// A documented error with its own status, in the documented shape.
    public static func error(_ code: APIErrorCode) -> Fault {
        .error(status: code.status, code: code.rawValue, shape: .code)
    }
}
