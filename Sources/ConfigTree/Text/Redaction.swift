/// What an error may show of a text that can hold secrets.
public struct Redaction: Sendable {
    /// Stands where something was taken out.
    public static let mask = "<redacted>"

    /// A word that begins so is a secret wherever it stands.
    public var secretPrefixes: [String]
    /// The words that may be shown of a line that is not valid YAML; all others are taken out,
    /// since nobody can say what they are.
    public var vocabulary: Set<String>

    /// Makes a policy.
    public init(secretPrefixes: [String] = [], vocabulary: Set<String> = []) {
        self.secretPrefixes = secretPrefixes
        self.vocabulary = vocabulary
    }

    /// The text with addresses cut to scheme and host, and secrets known by their first letters
    /// taken out.
    public func clean(_ text: String) -> String {
        let text = text.contains("://") ? Self.cutAddress(text) : text
        return holdsSecret(text) ? Self.mask : text
    }

    /// Whether a secret that is known by its first letters stands in a text.
    func holdsSecret(_ text: String) -> Bool { secretPrefixes.contains(where: text.contains) }

    /// A word of a command line, cleaned; an address with a password is cut also without its scheme.
    public func cleanWord(_ word: String) -> String {
        let user = word.prefix { $0 != "@" }
        let hasPassword = user.endIndex < word.endIndex && user.contains(":")
        return hasPassword ? Self.cutAddress(word) : clean(word)
    }

    /// A key, or keys that lead to one, without what follows a colon inside.
    ///
    /// `{key:value}` is one key to YAML, since no blank follows the colon.
    func cleanKey(_ text: String) -> String {
        let clean = clean(text)
        guard let colon = clean.firstIndex(of: ":"), !clean.hasPrefix(Self.mask),
            clean.index(after: colon) < clean.endIndex
        else { return clean }
        return clean[...colon] + Self.mask
    }

    /// An address cut to scheme and host, or the mask where it is not clear which part is which.
    public static func cutAddress(_ text: String) -> String {
        guard let colon = text.firstIndex(of: ":"), text[colon...].hasPrefix("://") else {
            return mask
        }
        let scheme = text[..<colon]
        let rest = text[text.index(colon, offsetBy: 3)...]
        guard !scheme.isEmpty, scheme.utf8.allSatisfy({ $0.isASCIILetterOrDigit }) else {
            return mask
        }
        var host = rest.prefix { !"/?#\\".contains($0) }
        let path = rest[host.endIndex...]
        // A password may hold a slash, and then what looks like the host is its first part.
        guard !path.contains("@") else { return mask }
        let hasUser = host.contains("@")
        if let at = host.lastIndex(of: "@") { host = host[host.index(after: at)...] }
        // Without the sign that ends them, a user and a password look like a host and a port.
        let afterColon = host.drop { $0 != ":" }.dropFirst()
        let isPort = host.hasPrefix("[") || afterColon.allSatisfy { $0.isASCII && $0.isNumber }
        guard !host.isEmpty, isPort,
            host.utf8.allSatisfy({ $0.isASCIILetterOrDigit || ".-:[]_".utf8.contains($0) })
        else { return "\(scheme)://\(mask)" }
        let isWhole = !hasUser && (path.isEmpty || path == "/")
        return isWhole ? text : "\(scheme)://\(host)/…"
    }

    /// Whether a word of a line that is not valid YAML may be shown.
    func mayShow(_ word: String) -> Bool {
        if vocabulary.contains(word) { return true }
        // A number, a duration or a currency: too short to be worth anything.
        let isDuration =
            word.utf8.count <= 4 && word.utf8.allSatisfy { "0123456789ywdhms".utf8.contains($0) }
        let isCurrency =
            word.utf8.count == 3
            && word.utf8.allSatisfy { UInt8(ascii: "A")...UInt8(ascii: "Z") ~= $0 }
        return isDuration || isCurrency
    }
}

extension UInt8 {
    fileprivate var isASCIILetterOrDigit: Bool {
        switch self {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: false
        }
    }
}
