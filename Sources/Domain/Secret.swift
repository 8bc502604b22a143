/// A text that no log, page, error or file of the state may show.
///
/// Printing one in any way gives `<redacted>`; `reveal()` is for the one place that sends it.
public struct Secret: Sendable, Hashable, CustomStringConvertible, CustomDebugStringConvertible,
    CustomReflectable
{
    /// How those begin that are known by it wherever they stand: keys of the API, and signing secrets of
    /// Standard Webhooks.
    public static let prefixes = ["exr_", "whsec_"]

    /// Whether a text holds one that is known by its beginning.
    public static func isIn(_ text: String) -> Bool { prefixes.contains(where: text.contains) }

    private let value: String

    /// Hides a text.
    public init(_ value: String) {
        self.value = value
    }

    /// The text itself.
    public func reveal() -> String { value }

    public var description: String { "<redacted>" }
    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: []) }
}
