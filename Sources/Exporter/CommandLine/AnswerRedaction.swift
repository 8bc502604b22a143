import Delivery
import Domain
import ExchangeRate
import FoundationEssentials

/// Makes what came back from receivers fit to print: one short line, without what is secret.
///
/// A receiver may echo what it was sent, whole, in parts, or in another encoding.
struct AnswerRedaction {
    /// The longest text that is shown, in characters.
    private static let limit = 120
    /// The most bytes of a body that are looked at; more than is ever shown.
    private static let searched = 16 * 1024
    /// Shorter parts of a URL are found in common words.
    private static let shortestPart = 3
    /// Parts of the URLs of well-known services, the same for everybody.
    private static let publicParts: Set = [
        "services", "hooks", "hook", "webhook", "webhooks", "alerts", "enqueue", "api", "v1", "v2",
    ]

    private let redaction: Redaction
    private let scrubber = SecretScrubber()

    /// Makes a redaction that knows all secrets of a configuration.
    init(secretsOf configuration: Configuration) {
        let receivers = configuration.receivers
        for secret in configuration.secrets { scrubber.register(secret) }
        for path in receivers.flatMap(\.urls).map({ Self.pieces(of: $0).path }) where path != "/" {
            scrubber.register(Secret(String(path)))
        }
        let keys =
            configuration.credential.secrets + configuration.proxies.secrets
            + receivers.flatMap { $0.signingSecrets + $0.headers.map(\.value) }
            + receivers.compactMap(\.routingKey)
        let plain = keys.map { $0.reveal() } + receivers.flatMap(\.urls).flatMap(Self.parts)
        redaction = Redaction(plain + plain.map { Data($0.utf8).base64EncodedString() })
    }

    /// The beginning of a body.
    func shown(_ body: [UInt8]) -> String {
        shown(String(decoding: body.prefix(Self.searched), as: UTF8.self))
    }

    /// A text.
    func shown(_ text: String) -> String {
        redaction.message(scrubber.scrub(text), limit: Self.limit)
    }

    /// The user, the password, the parts of the path and of the query, as they are written and
    /// decoded.
    private static func parts(of url: ReceiverURL) -> [String] {
        let (user, path) = pieces(of: url)
        let written =
            [user] + user.split(separator: ":", maxSplits: 1) + path.split { "/?&=;".contains($0) }
        return Set(written.map(String.init) + decodedParts(of: url)).subtracting(publicParts)
            .filter { $0.count >= shortestPart && !isStatus($0) }.sorted()
    }

    /// Whether a part reads as the status of an answer, which is to be shown.
    private static func isStatus(_ part: String) -> Bool {
        part.utf8.count == 3 && Int(part).map { 100...599 ~= $0 } == true
    }

    private static func decodedParts(of url: ReceiverURL) -> [String] {
        guard let components = URLComponents(string: url.secret.reveal()) else { return [] }
        let items = components.queryItems ?? []
        return [components.user, components.password].compactMap(\.self)
            + components.path.split(separator: "/").map(String.init)
            + items.map(\.name) + items.compactMap(\.value)
    }

    /// What a URL holds beside scheme and host: `user:password`, and all from the path on.
    private static func pieces(of url: ReceiverURL) -> (user: Substring, path: Substring) {
        let text = url.secret.reveal()
        let rest = text[(text.firstRange(of: "://")?.upperBound ?? text.startIndex)...]
        let authority = rest.prefix { !"/?".contains($0) }
        let user = authority.lastIndex(of: "@").map { authority[..<$0] } ?? ""
        return (user, rest[authority.endIndex...])
    }
}
