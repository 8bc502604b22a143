import ConfigTree
import Testing

struct RedactionTests {
    @Test(arguments: [
        ("https://api.example", "https://api.example"),
        ("https://api.example/", "https://api.example/"),
        ("https://api.example:8443/T0/B0/secret", "https://api.example:8443/…"),
        ("https://api.example?token=secret", "https://api.example/…"),
        ("https://api.example#secret", "https://api.example/…"),
        ("https://user:secret@api.example/", "https://api.example/…"),
        ("https://user:se/cret@api.example/", "<redacted>"),
        ("https://user:se cret@api.example/", "https://api.example/…"),
        ("https://[::1]:80/secret", "https://[::1]:80/…"),
        ("https://se cret", "https://<redacted>"),
        ("https:///secret", "https://<redacted>"),
        ("secret", "<redacted>"), ("user:secret@host", "<redacted>"), ("", "<redacted>"),
    ])
    func `an address is cut to scheme and host`(address: String, shown: String) {
        #expect(Redaction.cutAddress(address) == shown)
    }

    @Test(arguments: [
        ("plain", "plain"), ("exr_live_secret", "<redacted>"), ("xexr_live_secret", "<redacted>"),
        ("https://host/secret", "https://host/…"), ("see https://host/secret", "<redacted>"),
        ("https://exr_secret.host/", "<redacted>"),
    ])
    func `a text is cleaned of addresses and known secrets`(text: String, shown: String) {
        #expect(Redaction(secretPrefixes: ["exr_"]).clean(text) == shown)
    }
}
