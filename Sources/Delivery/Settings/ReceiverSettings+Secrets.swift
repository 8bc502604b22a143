public import Domain
import FoundationEssentials

extension ReceiverSettings {
    /// Shorter values of headers prove nothing to anybody, and occur in any text: `X-Team: fx`.
    private static let shortestHiddenValue = 4

    /// What no text may show.
    public var secrets: [Secret] {
        // A verifier, or a text about one, may name the key without its prefix.
        let keys = signingSecrets.map {
            Secret(String($0.reveal().dropFirst(SigningSecret.prefix.count)))
        }
        let urls = urls.filter { $0 != ReceiverURL.pagerDuty }
        // What a request to a cluster's member adds to its URL stands inside of it.
        let targets = urls.filter { type.tellsPresentState && !$0.secrets.isEmpty }
            .map { $0.appending(path: AlertmanagerReceiver.path) }
        let values = headers.map(\.value).filter {
            $0.reveal().utf8.count >= Self.shortestHiddenValue
        }
        return urls.flatMap(\.secrets) + targets + signingSecrets + keys + values
            + [routingKey].compactMap { $0 }
    }
}

extension ReceiverURL {
    /// Shorter parts are found in common words and paths, and cannot be told from them.
    private static let shortestHiddenPart = 8

    /// What no text may show: the URL, and parts that are quoted without the rest.
    public var secrets: [Secret] {
        guard let components = URLComponents(string: secret.reveal()) else { return [secret] }
        let query = components.percentEncodedQuery
        let target = components.percentEncodedPath + (query.map { "?\($0)" } ?? "")
        let parts = [
            target, components.percentEncodedPath, query, components.percentEncodedUser,
            components.percentEncodedPassword,
        ]
        let isBare = components.user == nil && (target.isEmpty || target == "/")
        return (isBare ? [] : [secret])
            + parts.compactMap { $0 }.filter { $0.utf8.count >= Self.shortestHiddenPart }
            .map { Secret($0) }
    }
}
