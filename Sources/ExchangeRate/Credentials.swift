import FoundationEssentials

/// What a request proves its right with; printing it in any way shows nothing of it.
public struct Credentials: Sendable, CustomStringConvertible, CustomDebugStringConvertible,
    CustomReflectable
{
    private enum Kind {
        case none
        case bearer(key: String)
        case basic(user: String, password: String)
    }

    private let kind: Kind

    /// No credentials: access under the limits of the anonymous.
    public static let none = Credentials(kind: .none)

    /// A key of the API; a blank one is no key, so that no empty `Bearer` is ever sent.
    public static func bearer(key: String) -> Credentials {
        let key = key.trimmingBlanks()
        return key.isEmpty ? .none : Credentials(kind: .bearer(key: key))
    }

    /// A user and a password, for another exporter behind basic authentication (RFC 7617).
    ///
    /// A colon in the user would end it there, which the server, not the client, has to refuse.
    public static func basic(user: String, password: String) -> Credentials {
        Credentials(kind: .basic(user: user, password: password))
    }

    /// Whether there are any.
    public var isNone: Bool {
        switch kind {
        case .none: true
        case .bearer, .basic: false
        }
    }

    /// Whether they are a key of the API.
    var isKey: Bool {
        switch kind {
        case .bearer: true
        case .none, .basic: false
        }
    }

    public var description: String { isNone ? "none" : "<redacted>" }
    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: []) }

    /// The value of the `Authorization` header; nil where none is sent.
    var authorization: String? {
        switch kind {
        case .none: nil
        case .bearer(let key): "Bearer \(key)"
        case .basic(let user, let password): "Basic \(Self.base64("\(user):\(password)"))"
        }
    }

    /// Every text that must not be shown; the user's name alone is not secret.
    var secrets: [String] {
        switch kind {
        case .none: []
        case .bearer(let key): [key, Self.base64(key)]
        case .basic(let user, let password):
            [
                password, Self.base64(password), "\(user):\(password)",
                Self.base64("\(user):\(password)"),
            ]
        }
    }

    private static func base64(_ text: String) -> String {
        Data(text.utf8).base64EncodedString()
    }
}
