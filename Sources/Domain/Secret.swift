/// A text that no log, page, error or file of the state may show.
///
/// Printing one in any way gives `<redacted>`; `reveal()` is for the one place that sends it.
public struct Secret: Sendable, Hashable, CustomStringConvertible, CustomDebugStringConvertible,
    CustomReflectable
{
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
