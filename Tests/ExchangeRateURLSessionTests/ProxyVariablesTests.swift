import Testing

@testable import ExchangeRateURLSession

struct ProxyVariablesTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let variables: [String: String]
        let scheme: String
        let host: String
        let diverts: Bool
        var testDescription: String { "\(variables) \(scheme)://\(host)" }

        init(_ variables: [String: String], _ scheme: String, _ host: String, _ diverts: Bool) {
            self.variables = variables
            self.scheme = scheme
            self.host = host
            self.diverts = diverts
        }
    }

    @Test(arguments: [
        Case([:], "http", "127.0.0.1", false),
        Case(["http_proxy": "http://p:1"], "http", "127.0.0.1", true),
        Case(["http_proxy": "http://p:1"], "http", "127.8.8.8", true),
        Case(["http_proxy": "http://p:1"], "http", "LOCALHOST", true),
        Case(["http_proxy": "http://p:1"], "http", "::1", true),
        Case(["http_proxy": "http://p:1"], "http", "a.localhost", true),
        Case(["http_proxy": "http://p:1"], "http", "127.0.0.1.example", false),
        Case(["http_proxy": "http://p:1"], "http", "api.example", false),
        Case(["http_proxy": "http://p:1"], "https", "127.0.0.1", false),
        Case(["http_proxy": ""], "http", "127.0.0.1", false),
        Case(["HTTP_PROXY": "http://p:1"], "http", "127.0.0.1", false),
        Case(["HTTPS_PROXY": "http://p:1"], "https", "127.0.0.1", true),
        Case(["ALL_PROXY": "http://p:1"], "http", "127.0.0.1", true),
        Case(["all_proxy": "http://p:1", "no_proxy": "*"], "http", "127.0.0.1", false),
        Case(
            ["http_proxy": "http://p:1", "NO_PROXY": "a.example, 127.0.0.1"], "http", "127.0.0.1",
            false),
        Case(
            ["http_proxy": "http://p:1", "no_proxy": "localhost"], "http", "127.0.0.1", true),
    ])
    func `what is for this machine is diverted by a proxy alone`(example: Case) {
        let variables = ProxyVariables(example.variables)
        #expect(
            variables.divert(scheme: example.scheme, host: example.host) == example.diverts)
    }
}
