import Domain
import Testing

@testable import Exporter

struct APICredentialTests {
    @Test func `the password of basic authentication is a secret by itself`() {
        let secrets = APICredential.basic(Secret("fx:pa:ss")).secrets.map { $0.reveal() }
        #expect(secrets == ["fx:pa:ss", "pa:ss"])
    }

    @Test func `a fingerprint changes with key, kind and address, and with nothing else`() {
        let url = "https://api.exchangerate.dev"
        let prints = [
            APICredential.keyless.fingerprint(url: url),
            APICredential.key(Secret("exr_live_a")).fingerprint(url: url),
            APICredential.key(Secret("exr_live_b")).fingerprint(url: url),
            APICredential.key(Secret("exr_live_a")).fingerprint(url: url + "/v2"),
        ]
        #expect(Set(prints).count == prints.count)
        #expect(prints[1] == APICredential.key(Secret("exr_live_a")).fingerprint(url: url))
    }
}
