import Domain

@testable import Delivery
@testable import ExchangeRate
@testable import Exporter

/// What a file of a secret holds: a key, a pair of user and password, a URL, signing secrets, a
/// routing key.
enum SecretFileReader: FuzzReader {
    static let name = "secret-file"
    static let words = [
        "exr_live_hunter2", "user:password", "whsec_", "https://", "http://[::1]:9093/", "@",
        "%2F", "?", "#", "/api/v2/alerts", "\r\n", "\u{FEFF}", "\u{E9}", "==", "\t",
        "whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA", "0123456789abcdef0123456789abcdef",
    ]

    static func seeds() throws -> [[UInt8]] {
        try TreeFiles.contents(of: "ExporterTests/Fixtures/files")
    }

    static func read(_ bytes: [UInt8]) throws(BrokenPromise) {
        var found: [Secret] = []
        for characters in [SecretText.Characters.ascii, .unicode] {
            do throws(SecretError) {
                guard let secret = try SecretText.secret(bytes, of: characters) else { continue }
                found.append(secret)
            } catch {
                try PrintedText.check(error.description, of: "an error", allowing: "")
            }
        }
        for secret in found { try check(secret) }
        for line in SecretLine.lines(of: bytes) {
            do throws(SigningSecret.Problem) {
                _ = try SigningSecret(line.secret)
            } catch {
                try PrintedText.check(error.advice, of: "an advice", allowing: "")
            }
        }
    }

    /// What is done with a secret that was taken.
    private static func check(_ secret: Secret) throws(BrokenPromise) {
        let text = secret.reveal()
        try hold(!text.isEmpty, "an empty secret")
        try hold(
            text.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control },
            "a secret with a control character")
        for credential in [APICredential.key(secret), .basic(secret)] {
            for hidden in credential.secrets where !hidden.reveal().isEmpty {
                try checkHidden(hidden.reveal(), by: credential)
            }
            if let warning = credential.warning {
                try PrintedText.check(warning, of: "a warning", allowing: "")
            }
            _ = credential.fingerprint(url: "https://api.example")
            let authorization = credential.credentials.authorization ?? ""
            try hold(
                authorization.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F },
                "a header with a control character")
        }
        try checkURL(text)
        _ = RoutingKey.isOne(text)
    }

    /// An answer that echoes the secret shows nothing of it.
    private static func checkHidden(
        _ secret: String, by credential: APICredential
    ) throws(BrokenPromise) {
        // Shorter ones are found in common words, and operators are warned of them.
        guard secret.utf8.count >= 8 else { return }
        let scrubber = SecretScrubber()
        scrubber.register(Secret(secret))
        let redaction = Redaction(credential.credentials.secrets)
        let echo = "said: \(secret), and \"\(secret)\""
        try PrintedText.check(
            scrubber.scrub(echo), of: "a log line", allowing: "", hiding: [secret])
        try PrintedText.check(
            redaction.message(echo, limit: 200), of: "a message", allowing: "", hiding: [secret])
    }

    private static func checkURL(_ text: String) throws(BrokenPromise) {
        guard let url = try? ReceiverURL(text) else { return }
        try hold(
            (try? ReceiverURL(url.address))?.address == url.address,
            "\(url.address) is no address of its own")
        try PrintedText.check(url.address, of: "an address", allowing: "")
        try hold(
            !url.address.contains("@") && !url.address.contains("?"),
            "\(url.address) is more than scheme and host")
        _ = try? ReceiverURL(base: text)
        let path = "/api/v2/alerts"
        try hold(
            url.appending(path: path).reveal().contains(path), "a path that cannot be added")
        var configuration = ExamplePipeline.configuration
        configuration.receivers = [ReceiverSettings(name: "a", type: .webhook, url: url)]
        _ = AnswerRedaction(secretsOf: configuration).shown("status 200")
    }
}
