/// Reads a map by its keys, and reports those that nothing has asked for.
///
/// A key without a value (`key:`) counts as absent, as it does for Prometheus.
public final class MapReader {
    /// The keys that lead to the map; empty for the root.
    public let path: String
    private let entries: [ConfigEntry]
    private let position: ConfigPosition
    private let report: ConfigReport
    private var asked: [String] = []
    private var refused: Set<String> = []

    init(
        entries: [ConfigEntry], path: String, position: ConfigPosition, report: ConfigReport
    ) {
        self.entries = entries
        self.path = path
        self.position = position
        self.report = report
    }

    /// The keys in the order of the text, for maps whose keys are names of the user's; what looks
    /// like a secret is refused.
    public func names() -> [String] {
        entries.map(\.key).filter { key in
            guard let objection = report.objection(toShowing: key) else { return true }
            refuse(key, objection)
            return false
        }
    }

    /// Whether a key has a value.
    public func has(_ key: String) -> Bool {
        entries.contains { $0.key == key && !$0.value.isNull }
    }

    /// The value of a key; nil where it is absent.
    public func value(_ key: String) -> ValueReader? {
        if !asked.contains(key) { asked.append(key) }
        guard let entry = entries.first(where: { $0.key == key }), !entry.value.isNull else {
            return nil
        }
        return ValueReader(node: entry.value, path: path(of: key), report: report)
    }

    /// Reads a duration.
    public func duration(
        _ key: String, in range: ClosedRange<Duration>, default standard: Duration
    ) -> Duration {
        value(key)?.duration(in: range) ?? standard
    }

    /// Reads a whole number.
    public func integer(
        _ key: String, in range: ClosedRange<Int>, default standard: Int
    ) -> Int {
        value(key)?.integer(in: range) ?? standard
    }

    /// Reads `true` or `false`.
    public func boolean(_ key: String, default standard: Bool) -> Bool {
        value(key)?.boolean() ?? standard
    }

    /// Reads one of some words.
    public func choice<Choice>(_ key: String, default standard: Choice) -> Choice
    where Choice: CaseIterable & RawRepresentable<String> {
        value(key)?.choice(Choice.self) ?? standard
    }

    /// Reads a text that may be shown; nil where it is absent or wrong.
    public func text(_ key: String, allowed: String = "a text") -> String? {
        value(key)?.text(allowed: allowed)
    }

    /// Reads a map; empty where it is absent or wrong.
    public func map(_ key: String, allowed: String = "a map of keys") -> MapReader {
        value(key)?.map(allowed: allowed)
            ?? MapReader(
                entries: [], path: path(of: key), position: position, report: report)
    }

    /// Records an error at a key's value, or at the map where the key is absent.
    public func reject(_ key: String, _ message: String) {
        let entry = entries.first { $0.key == key }
        let place = entry.map { $0.value.isNull ? $0.keyStart : $0.value.start }
        report.add(at: place ?? position, key: path(of: key), message)
    }

    /// Records an error at a key itself, whatever its value is, and counts the key as known.
    public func refuse(_ key: String, _ message: String) {
        guard let entry = entries.first(where: { $0.key == key }) else { return }
        refused.insert(key)
        report.add(at: entry.keyStart, key: path(of: key), message)
    }

    /// Reports every key that no read has asked for.
    public func finish() {
        let known = asked
        for entry in entries where !known.contains(entry.key) && !refused.contains(entry.key) {
            let cure =
                Spelling.nearest(to: entry.key, among: known).map { "did you mean \($0)?" }
                ?? "allowed here: " + known.joined(separator: ", ")
            report.add(
                at: entry.keyStart, key: report.path(of: entry, in: path), "unknown key; \(cure)")
        }
    }

    private func path(of key: String) -> String {
        path.isEmpty ? key : "\(path).\(key)"
    }
}
