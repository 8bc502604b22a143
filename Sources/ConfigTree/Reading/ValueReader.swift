/// Reads one value; what is wrong with it is recorded, and the read gives nil.
///
/// A value is shown in errors only after a read that declares it plain: those of `text()`,
/// `duration(in:)` and the like. An address is shown cut to scheme and host, and a value of
/// `secret()`, or one that nothing reads, not at all.
public struct ValueReader {
    let node: ConfigNode
    /// The keys that lead to it, such as `rates[0].interval`.
    public let path: String
    let report: ConfigReport

    /// Records that the value cannot be taken.
    public func reject(_ message: String) {
        report.add(at: node.start, key: path.isEmpty ? nil : path, message)
    }

    /// Whether it is a map, for keys that take more than one kind of value.
    public var isMap: Bool {
        if case .map = node.content { true } else { false }
    }

    /// Reads a text that may be shown; a blank one, control characters and secrets are refused.
    public func text(allowed: String = "a text") -> String? {
        guard let text = text(as: .plain, allowed: allowed) else { return nil }
        if let objection = report.objection(toShowing: text) {
            reject("\(objection); allowed is \(allowed)")
            return nil
        }
        return text
    }

    /// Reads a URL, which is shown only as scheme and host.
    public func address(allowed: String = "a URL") -> String? {
        if isMap { report.seal(node, path: path) }
        return text(as: .address, allowed: allowed)
    }

    /// Reads a text that is never shown.
    public func secret(allowed: String = "a text") -> String? {
        report.seal(node, path: path)
        return checkedText(allowed: allowed)
    }

    /// Reads a map of secrets, whose keys are names of the user's.
    public func secrets(allowed: String = "a map of keys") -> [SecretEntry]? {
        report.seal(node, path: path)
        guard case .map(let entries) = node.content else {
            rejectKind(allowed: allowed)
            return nil
        }
        return entries.map { SecretEntry(entry: $0, parent: path, report: report) }
    }

    /// Reads one of some words.
    public func choice<Choice>(_ type: Choice.Type) -> Choice?
    where Choice: CaseIterable & RawRepresentable<String> {
        report.show(node, as: .plain)
        let words = Choice.allCases.map(\.rawValue)
        let allowed = "one of " + words.joined(separator: ", ")
        guard let text = scalar(allowed: allowed)?.text else { return nil }
        guard let choice = Choice(rawValue: text) else {
            reject("found \(found); allowed is \(allowed)")
            return nil
        }
        return choice
    }

    /// Reads `true` or `false`, in YAML 1.1's other spellings too.
    public func boolean() -> Bool? {
        report.show(node, as: .plain)
        let allowed = "true or false"
        guard let scalar = scalar(allowed: allowed) else { return nil }
        switch (scalar.isQuoted, scalar.text) {
        case (false, "true"), (false, "True"), (false, "TRUE"), (false, "yes"), (false, "Yes"),
            (false, "YES"), (false, "on"), (false, "On"), (false, "ON"):
            return true
        case (false, "false"), (false, "False"), (false, "FALSE"), (false, "no"), (false, "No"),
            (false, "NO"), (false, "off"), (false, "Off"), (false, "OFF"):
            return false
        case (true, "true"), (true, "false"):
            reject("found \(found); allowed is \(allowed), without quotes")
        default:
            reject("found \(found); allowed is \(allowed)")
        }
        return nil
    }

    /// Reads a whole number in plain decimal digits.
    ///
    /// `012` and `0x10` are refused rather than guessed at: YAML 1.1 and 1.2 disagree on them.
    public func integer(in range: ClosedRange<Int>) -> Int? {
        report.show(node, as: .plain)
        let allowed =
            range.upperBound == .max
            ? "a whole number from \(range.lowerBound)"
            : "a whole number from \(range.lowerBound) to \(range.upperBound)"
        guard let scalar = scalar(allowed: allowed) else { return nil }
        let digits = scalar.text.utf8.drop { $0 == UInt8(ascii: "-") }
        let isPlain =
            !digits.isEmpty && scalar.text.utf8.count - digits.count <= 1
            && digits.allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
            && (digits.count == 1 || digits.first != UInt8(ascii: "0"))
        if scalar.isQuoted, isPlain {
            reject("found \(found); allowed is \(allowed), without quotes")
            return nil
        }
        guard isPlain, !scalar.isQuoted else {
            reject("found \(found); allowed is \(allowed), in decimal digits")
            return nil
        }
        guard let value = Int(scalar.text), range.contains(value) else {
            reject("found \(found); allowed is \(allowed)")
            return nil
        }
        return value
    }

    /// Reads a duration as Prometheus writes them, quoted or not.
    ///
    /// - Parameter alternative: what else the key takes, where that is none.
    public func duration(
        in range: ClosedRange<Duration>, or alternative: String? = nil
    ) -> Duration? {
        report.show(node, as: .plain)
        let bounds =
            "a duration from \(range.lowerBound.prometheusText) "
            + "to \(range.upperBound.prometheusText)"
        let allowed = bounds + (alternative.map { ", or \($0)" } ?? "")
        guard let scalar = scalar(allowed: allowed) else { return nil }
        do throws(PrometheusDurationError) {
            let duration = try Duration(prometheus: scalar.text)
            if range.contains(duration) { return duration }
            reject("found \(found); allowed is \(bounds)")
        } catch {
            switch error {
            case .malformed:
                reject("found \(found); allowed is \(bounds), such as 30s, 5m or 1h30m")
            case .unitMissing:
                reject("found \(found); a duration needs a unit, such as \(scalar.text)s")
            case .outOfRange:
                reject("found \(found); allowed is \(bounds)")
            }
        }
        return nil
    }

    /// Reads the items of a list.
    ///
    /// - Parameters:
    ///   - what: the items as an error names them.
    ///   - plain: whether a value that stands in the place of the list may be shown.
    public func list(of what: String = "", plain: Bool = false) -> [ValueReader]? {
        if plain { report.show(node, as: .plain) }
        guard case .list(let nodes) = node.content else {
            rejectKind(allowed: "a list" + (what.isEmpty ? "" : " of \(what)"))
            return nil
        }
        return nodes.enumerated().map { index, node in
            ValueReader(node: node, path: "\(path)[\(index)]", report: report)
        }
    }

    /// Reads the keys of a map.
    public func map(allowed: String = "a map of keys") -> MapReader? {
        guard case .map(let entries) = node.content else {
            rejectKind(allowed: allowed)
            return nil
        }
        return MapReader(entries: entries, path: path, position: node.start, report: report)
    }

    /// The value as an error may name it.
    public var found: String {
        switch node.content {
        case .list: "a list"
        case .map: "a map"
        case .unusable: "nothing"
        case .scalar(let scalar) where scalar.isNull: "nothing"
        case .scalar(let scalar):
            switch report.display(of: node) {
            case .hidden, .key: "a value that is not shown"
            case .address: report.quotable(Redaction.cutAddress(scalar.text))
            case .plain:
                scalar.isQuoted
                    ? "\"\(report.quotable(scalar.text))\"" : report.quotable(scalar.text)
            }
        }
    }

    private func text(as display: LineExcerpt.Display, allowed: String) -> String? {
        report.show(node, as: display)
        return checkedText(allowed: allowed)
    }

    private func checkedText(allowed: String) -> String? {
        guard let text = scalar(allowed: allowed)?.text else { return nil }
        guard text.contains(where: { !$0.isWhitespace }) else {
            reject("found an empty text; allowed is \(allowed)")
            return nil
        }
        guard text.unicodeScalars.allSatisfy({ $0.properties.generalCategory != .control }) else {
            reject("found a control character; allowed is \(allowed) in one line")
            return nil
        }
        return text
    }

    private func scalar(allowed: String) -> ConfigScalar? {
        guard case .scalar(let scalar) = node.content, !scalar.isNull else {
            rejectKind(allowed: allowed)
            return nil
        }
        return scalar
    }

    private func rejectKind(allowed: String) {
        if case .unusable = node.content { return }
        reject("found \(found); allowed is \(allowed)")
    }
}
