/// A name of the user's and a secret: an entry of a map that was read by `ValueReader.secrets`.
///
/// What was meant as the secret may stand in the name's place, as in `{name secret}`, so the name is
/// shown only once the reader has found it to be one.
public struct SecretEntry {
    let entry: ConfigEntry
    /// The keys that lead to the map.
    let parent: String
    let report: ConfigReport

    /// The key as written.
    public var name: String { entry.key }

    /// Whether nothing follows the name.
    public var isBlank: Bool { entry.value.isNull }

    /// The secret.
    public var value: ValueReader {
        ValueReader(
            node: entry.value, path: report.path(of: entry, in: parent), report: report)
    }

    /// Declares that the name may be shown; false where it looks like a secret, which is refused.
    public func showName() -> Bool {
        if let objection = report.objection(toShowing: entry.key) {
            rejectName(objection)
            return false
        }
        report.unsealKey(of: entry)
        return true
    }

    /// Records that the name cannot be taken.
    public func rejectName(_ message: String) {
        report.add(at: entry.keyStart, key: report.path(of: entry, in: parent), message)
    }
}
