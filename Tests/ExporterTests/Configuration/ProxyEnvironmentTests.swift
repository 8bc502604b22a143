import Domain
import Testing

@testable import Exporter

struct ProxyEnvironmentTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let testDescription: String
        var environment: [String: String]
        var addresses = ["https://api.example", "http://hooks.example:8080"]
        var lines: [String]

        init(
            _ name: String, _ environment: [String: String], reaching addresses: [String]? = nil,
            _ lines: [String]
        ) {
            testDescription = name
            self.environment = environment
            self.addresses = addresses ?? self.addresses
            self.lines = lines
        }
    }

    private static let proxy = "http://proxy.example:3128"

    // That libcurl reads them in this order is held by a test of the transport.
    private static let rows = [
        Row("none", [:], []),
        Row(
            "one for each scheme", ["https_proxy": proxy, "http_proxy": "10.0.0.1:8080"],
            [
                "http://10.0.0.1:8080 for http://, named by http_proxy",
                "\(proxy) for https://, named by https_proxy",
            ]),
        Row(
            "one for all", ["ALL_PROXY": "socks5h://[::1]:1080"],
            [
                "socks5h://[::1]:1080 for http://, named by ALL_PROXY",
                "socks5h://[::1]:1080 for https://, named by ALL_PROXY",
            ]),
        Row("HTTP in capitals is no proxy", ["HTTP_PROXY": proxy], []),
        Row(
            "HTTPS in capitals is one", ["HTTPS_PROXY": proxy],
            ["\(proxy) for https://, named by HTTPS_PROXY"]),
        Row(
            "an empty one is none, and the next is taken",
            ["https_proxy": "", "HTTPS_PROXY": "", "all_proxy": proxy], reaching: ["https://a.b"],
            ["\(proxy) for https://, named by all_proxy"]),
        Row(
            "for a scheme that nobody is asked by", ["http_proxy": proxy],
            reaching: ["https://a.b"], []),
        Row(
            "for this machine itself", ["http_proxy": proxy, "https_proxy": proxy],
            reaching: ["http://127.0.0.1:9", "https://localhost", "http://[::1]:9"], []),
        Row("for no host", ["https_proxy": proxy, "no_proxy": "*"], []),
        Row(
            "for most hosts", ["https_proxy": proxy, "NO_PROXY": "a.b"],
            ["\(proxy) for https://, named by https_proxy"]),
        Row(
            "with a user and a path", ["https_proxy": "https://me:hunter2@proxy.example:3128/x/"],
            ["https://proxy.example:3128 for https://, named by https_proxy"]),
        Row(
            "with a user and no scheme", ["https_proxy": "me:hunter2@proxy.example"],
            ["http://proxy.example for https://, named by https_proxy"]),
        Row(
            "that cannot be read", ["https_proxy": "http://me:hunter2/x@proxy.example"],
            ["<redacted> for https://, named by https_proxy"]),
    ]

    @Test(arguments: rows)
    func `the proxies are told without user and password`(row: Row) {
        let proxies = ProxyEnvironment(row.environment, reaching: row.addresses)
        #expect(proxies.descriptions == row.lines)
        #expect(
            !row.environment.values.contains { $0.contains("hunter2") }
                || proxies.secrets.contains { $0.reveal().contains("hunter2") })
    }

    @Test func `the hosts that are reached without a proxy are told as they are listed`() {
        let environment = ["no_proxy": ".a.b,10.0.0.0/8", "NO_PROXY": "x"]
        #expect(ProxyEnvironment(environment, reaching: []).exceptions == ".a.b,10.0.0.0/8")
    }

    @Test func `a password is a secret as it is written and as it is sent`() {
        let proxies = ProxyEnvironment(
            ["https_proxy": "http://me:hunt%40er2@proxy.example"], reaching: ["https://a.b"])
        #expect(
            proxies.secrets.map { $0.reveal() } == ["hunt%40er2", "hunt@er2", "me:hunt%40er2"])
    }
}
