import Domain
import Testing

@testable import Delivery

struct ReceiverURLTests {
    @Test(arguments: [
        ("https://hooks.example/T0/B0/x", "https://hooks.example", true),
        ("https://hooks.example", "https://hooks.example", true),
        ("HTTPS://hooks.example/", "https://hooks.example", true),
        ("http://127.0.0.1:9093/api?x=y", "http://127.0.0.1:9093", false),
        ("https://user:pass@hooks.example/x", "https://hooks.example", true),
        ("https://[::1]:8443/x", "https://[::1]:8443", true),
    ])
    func `only scheme, host and port are shown`(text: String, address: String, isEncrypted: Bool)
        throws
    {
        let url = try ReceiverURL(text)
        #expect(url.address == address)
        #expect(url.isEncrypted == isEncrypted)
        #expect(url.secret.reveal() == text)
    }

    @Test(arguments: [
        ("", ReceiverURL.Problem.malformed), ("hooks.example/x", .malformed),
        ("https://whsec_x.example/", .malformed), ("ftp://hooks.example/x", .malformed),
        ("https:///x", .malformed),
        ("https://a b/", .malformed), ("https://hooks.example/ü", .malformed),
        ("https://hooks.example/\n", .malformed), ("https://a%00b/", .malformed),
        ("https://hooks.example/#x", .fragment), ("https://hooks.example:0/x", .port),
        ("https://hooks.example:65536/x", .port),
    ])
    func `what cannot be posted to is refused`(text: String, problem: ReceiverURL.Problem) {
        #expect(throws: problem) { try ReceiverURL(text) }
    }
}
