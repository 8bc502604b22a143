import Domain
import Testing

@testable import Exporter

struct SecretScrubberTests {
    private static let key = "exr_live_9kQ2vX7mZ4pL8wT3"

    @Test(arguments: [
        (key, "<redacted>"),
        ("key=\(key)&x", "key=<redacted>&x"),
        ("\(key)\(key)", "<redacted><redacted>"),
        ("a key with a mark \(key)\u{301}", "a key with a mark <redacted>\u{301}"),
        ("\(key)\u{200D}\(key)\u{FE0F}", "<redacted>\u{200D}<redacted>\u{FE0F}"),
        ("none of it", "none of it"),
    ])
    func `a secret is taken out whatever stands beside it`(text: String, scrubbed: String) {
        let scrubber = SecretScrubber()
        scrubber.register(Secret(Self.key))
        #expect(Array(scrubber.scrub(text).utf8) == Array(scrubbed.utf8))
    }
}
