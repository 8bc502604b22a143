/// The shapes in which the body of an error was seen.
public enum ErrorShape: String, Sendable, Hashable, CaseIterable {
    /// `{"result":"error","code":"…","message":"…"}`, the documented one.
    case code
    /// `{"error":"…"}`.
    case text
    /// `{"error":{"message":"…"}}`.
    case nested

    /// The body of an error.
    func body(code: String, message: String) -> String {
        switch self {
        case .code:
            JSONText.object([
                ("result", JSONText.quoted("error")), ("code", JSONText.quoted(code)),
                ("message", JSONText.quoted(message)),
            ])
        case .text:
            JSONText.object([("error", JSONText.quoted(message))])
        case .nested:
            JSONText.object([
                ("error", JSONText.object([("message", JSONText.quoted(message))]))
            ])
        }
    }
}
