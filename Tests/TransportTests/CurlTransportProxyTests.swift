import Foundation
import HTTP
import TestKit
import Testing
import Transport

/// Each in a process of its own, since the environment is the whole process's.
@Suite(.byTheClock) struct CurlTransportProxyTests {
    @Test func `a proxy of the environment is used, and its refusal is a failure to connect`()
        async
    {
        await #expect(processExitsWith: .success) {
            let proxy = try LoopbackServer { request in
                request.head.hasPrefix("CONNECT")
                    ? [.send("HTTP/1.1 407 No\r\nContent-Length: 0\r\n\r\n"), .close]
                    : [.send(answer("by proxy"))]
            }
            setenv("http_proxy", proxy.url, 1)
            setenv("https_proxy", proxy.url, 1)
            let transport = try CurlTransport()
            let response = try await transport.send(.get("http://rates.invalid/path"))
            try #require(response.body == Array("by proxy".utf8))
            try #require(
                proxy.requests.first?.head.hasPrefix("GET http://rates.invalid/path") == true)

            let error = await transport.failure(of: .get("https://rates.invalid/path"))
            try #require(error?.kind == .connect)
            try #require(error?.detail.contains("407") == true)
            try #require(error?.head == nil)
        }
    }

    @Test func `what goes to this machine goes to no proxy`() async {
        await #expect(processExitsWith: .success) {
            let proxy = try LoopbackServer(.send(answer("by proxy")))
            let server = try LoopbackServer(.send(answer("direct")))
            setenv("http_proxy", proxy.url, 1)
            let transport = try CurlTransport()
            for host in ["127.0.0.1", "localhost", "127.0.0.1.", "LOCALHOST"] {
                let outcome = await transport.outcome(of: .get("http://\(host):\(server.port)/"))
                if case .success(let response) = outcome {
                    try #require(response.body == Array("direct".utf8), "\(host)")
                }
            }
            try #require(server.requests.count >= 3)
            try #require(proxy.requests.isEmpty)
            // A name that only begins like this machine's is somebody else's.
            for host in ["127.0.0.1.invalid", "localhost.invalid"] {
                let response = try await transport.send(.get("http://\(host)/"))
                try #require(response.body == Array("by proxy".utf8), "\(host)")
            }
        }
    }

    @Test func `a request on the direct way goes to no proxy`() async {
        await #expect(processExitsWith: .success) {
            let proxy = try LoopbackServer(.send(answer("by proxy")))
            setenv("http_proxy", proxy.url, 1)
            var request = HTTPRequest.get("http://rates.invalid/")
            request.route = .direct
            let transport = try CurlTransport()
            let error = await transport.failure(of: request)
            try #require(error?.kind == .dns)
            try #require(proxy.requests.isEmpty)
        }
    }

    @Test func `variables are read in curl's order, and an empty one is none`() async {
        await #expect(processExitsWith: .success) {
            let proxy = try LoopbackServer(.send(answer("by proxy")))
            // Nobody listens there.
            let wrong = "http://127.0.0.1:1"
            let address = String(proxy.url.dropFirst("http://".count))
            let rows = [
                ["http_proxy": proxy.url, "all_proxy": wrong, "no_proxy": "other.invalid"],
                ["http_proxy": "", "all_proxy": proxy.url, "ALL_PROXY": wrong],
                ["HTTP_PROXY": wrong, "ALL_PROXY": proxy.url],
                [
                    "http_proxy": "me:secret@\(address)", "no_proxy": "lid,10.0.0.0/8",
                    "NO_PROXY": "*",
                ],
            ]
            for variables in rows {
                for (name, value) in variables { setenv(name, value, 1) }
                let transport = try CurlTransport()
                let response = try await transport.send(.get("http://rates.invalid/"))
                try #require(response.body == Array("by proxy".utf8), "\(variables)")
                for name in variables.keys { unsetenv(name) }
            }
        }
    }
}
