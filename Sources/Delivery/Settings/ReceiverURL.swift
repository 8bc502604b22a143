public import Domain
import FoundationEssentials

/// The URL of a receiver: a credential, but for its scheme and host.
public struct ReceiverURL: Sendable, Hashable {
    /// Why a text is no such URL.
    public enum Problem: Error, Sendable, Hashable {
        /// Not of the form, or with characters that no URL has.
        case malformed
        /// A part after `#`, which is never sent.
        case fragment
        case port
        /// The path that is added.
        case route
    }

    static let form = "an https:// or http:// URL"
    /// Where PagerDuty takes events; nil never.
    static let pagerDuty = try? ReceiverURL("https://events.pagerduty.com/v2/enqueue")

    public let secret: Secret
    /// Scheme, host and port: all of it that may be shown.
    public let address: String
    public let isEncrypted: Bool

    /// Takes a URL.
    public init(_ text: String) throws(Problem) {
        guard text.utf8.allSatisfy({ 0x21...0x7E ~= $0 }),
            let components = URLComponents(string: text),
            let scheme = components.scheme?.lowercased(), scheme == "https" || scheme == "http",
            let host = components.host, Self.isHost(host)
        else { throw .malformed }
        guard components.fragment == nil else { throw .fragment }
        if let port = components.port, !(1...65535 ~= port) { throw .port }
        let isBareV6 = host.contains(":") && !host.hasPrefix("[")
        address =
            "\(scheme)://\(isBareV6 ? "[\(host)]" : host)"
            + (components.port.map { ":\($0)" } ?? "")
        secret = Secret(text)
        isEncrypted = scheme == "https"
    }

    /// Takes a URL that the path of Alertmanager's API is added to.
    init(base text: String) throws(Problem) {
        try self.init(text)
        let path = text.prefix { $0 != "?" }.reversed().drop { $0 == "/" }.reversed()
        guard !String(path).hasSuffix(AlertmanagerReceiver.path) else { throw .route }
    }

    /// The URL with a path added to its own, before any query.
    func appending(path: String) -> Secret {
        guard var components = URLComponents(string: secret.reveal()) else { return secret }
        var base = components.percentEncodedPath
        while base.hasSuffix("/") { base.removeLast() }
        components.percentEncodedPath = base + path
        return components.string.map { Secret($0) } ?? secret
    }

    /// Whether a host, its percent signs decoded, is a name or an address that may be shown.
    private static func isHost(_ text: String) -> Bool {
        !text.isEmpty && !Secret.isIn(text.lowercased())
            && text.utf8.allSatisfy { byte in
                UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
                    || UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20
                    || ".-_:[]".utf8.contains(byte)
            }
    }
}

extension ReceiverURL.Problem {
    /// What to say of it; holds nothing of the URL.
    var advice: String {
        switch self {
        case .malformed: "allowed is \(ReceiverURL.form)"
        case .fragment: "a part after # is never sent; remove it, or write # as %23"
        case .port: "allowed as a port is 1 to 65535"
        case .route: "the path \(AlertmanagerReceiver.path) is added to it; remove that part"
        }
    }
}
