import Domain
import Testing

@testable import Exporter

struct APICredentialTests {
    @Test func `the password of basic authentication is a secret by itself`() {
        let secrets = APICredential.basic(Secret("fx:pa:ss")).secrets.map { $0.reveal() }
        #expect(secrets == ["fx:pa:ss", "pa:ss"])
    }

    @Test(arguments: [
        (APICredential.keyless, nil), (.key(Secret("1234567")), "the key"),
        (.key(Secret("12345678")), nil), (.basic(Secret("a-long-user:1234567")), "the password"),
        (.basic(Secret("a:12345678")), nil), (.basic(Secret("a:")), nil),
    ])
    func `a secret that is too short to be hidden is warned of`(
        credential: APICredential, named: String?
    ) throws {
        guard let named else {
            #expect(credential.warning == nil)
            return
        }
        let warning = try #require(credential.warning)
        #expect(warning.hasPrefix("\(named) has fewer than 8 characters"))
        #expect(!warning.contains("1234567"))
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
