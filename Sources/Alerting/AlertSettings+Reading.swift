public import ConfigTree
import Domain

extension AlertSettings {
    private static let longest: Duration = .seconds(365 * 86400)
    fileprivate static let waits = Duration.seconds(1)...longest
    fileprivate static let holds = Duration.zero...longest

    /// Reads the map under `alerts`; empty where the file has none.
    public init(reading reader: MapReader) {
        self.init()
        labels = Self.labels(reading: reader.map("labels"))
        stale = Rule(reading: Self.map(of: .stale, in: reader), default: stale)
        symbolStale = Rule(reading: Self.map(of: .symbolStale, in: reader), default: symbolStale)
        let limitReader = Self.map(of: .limited, in: reader)
        readLimit(limitReader)
        limited = Rule(reading: limitReader, default: limited, hasHold: false)
        keyRejected = Rule(
            reading: Self.map(of: .keyRejected, in: reader), default: keyRejected, hasHold: false)
        groupWait = reader.duration("group_wait", in: Self.holds, default: groupWait)
        groupInterval = reader.duration("group_interval", in: Self.waits, default: groupInterval)
        repeatInterval = reader.duration(
            "repeat_interval", in: Self.waits, default: repeatInterval)
        giveUpAfter = reader.duration("give_up_after", in: Self.waits, default: giveUpAfter)
        reader.finish()
    }

    private static func map(of name: AlertName, in reader: MapReader) -> MapReader {
        reader.map(
            name.settingsKey, allowed: "a map of keys; {enabled: false} switches it off")
    }

    private mutating func readLimit(_ reader: MapReader) {
        // More answers than this are days of polling, and all of them are stored.
        let bounds = 1...1000
        let count = reader.value("count").map { $0.integer(in: bounds) } ?? limitCount
        let window = reader.value("of").map { $0.integer(in: bounds) } ?? limitWindow
        // A value that cannot be read bounds nothing: its own error is enough.
        guard let count, let window else { return }
        guard count <= window else {
            if reader.has("count") {
                let source = reader.has("of") ? "the value" : "the default"
                let cure = reader.has("of") ? "" : "; set that too"
                reader.reject(
                    "count",
                    "found \(count); allowed is at most \(window), \(source) of `of`\(cure)")
            } else {
                reader.reject(
                    "of",
                    "found \(window); allowed is at least \(count), the default of `count`; "
                        + "set that too")
            }
            return
        }
        (limitCount, limitWindow) = (count, window)
    }

    private static func labels(reading reader: MapReader) -> [String: String] {
        var labels: [String: String] = [:]
        for name in reader.names() {
            guard let value = reader.value(name) else { continue }
            if let objection = objection(toLabel: name) {
                reader.refuse(name, objection)
            } else if let text = value.text(allowed: "the value of a label") {
                labels[name] = text
            }
        }
        reader.finish()
        return labels
    }

    /// Why a name cannot be that of an own label; nil where it can.
    ///
    /// The form is that of prometheus.io/docs/concepts/data_model, where two underscores at the
    /// start are kept for internal use.
    private static func objection(toLabel name: String) -> String? {
        if ["alertname", "base", "severity"].contains(name) {
            return "set by each alert itself; choose another name"
        }
        let isValid =
            name.utf8.first.map { !isDigit($0) } ?? false
            && name.utf8.allSatisfy { isLetter($0) || isDigit($0) || $0 == UInt8(ascii: "_") }
        guard isValid, !name.hasPrefix("__") else {
            return "not the name of a label; allowed are letters, digits and _, "
                + "no digit first, and no __ at the start"
        }
        return nil
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20
    }
}

extension AlertSettings.Rule {
    /// Reads the map of one rule.
    ///
    /// - Parameter hasHold: whether it has a `for`; rules that count answers have none.
    fileprivate init(reading reader: MapReader, default standard: Self, hasHold: Bool = true) {
        self = standard
        isEnabled = reader.boolean("enabled", default: isEnabled)
        severity = reader.text("severity", allowed: "a severity, such as critical") ?? severity
        if hasHold {
            holdFor = reader.duration("for", in: AlertSettings.holds, default: holdFor)
        }
        keepFiringFor = reader.duration(
            "keep_firing_for", in: AlertSettings.holds, default: keepFiringFor)
        reader.finish()
    }
}
