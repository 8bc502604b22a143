import Serving
import Testing

@testable import Exporter

struct ExternalURLTests {
    @Test func `the address has the first port that is known, and the scheme that is spoken`() {
        let addresses: [ListenAddress] = [
            .unix(path: "/s"), .loopback(port: 8), .anyInterface(port: 9),
        ]
        let host = ExternalURL.hostName
        #expect(
            ExternalURL.standard(addresses: addresses, isEncrypted: false) == "http://\(host):8/")
        #expect(
            ExternalURL.standard(addresses: addresses, isEncrypted: true) == "https://\(host):8/")
        #expect(
            ExternalURL.standard(addresses: [.unix(path: "/s")], isEncrypted: true)
                == "https://\(host)/")
    }
}
