import Serving
import TestKit
import Testing

/// Runs a test against a server on a free port of 127.0.0.1, and stops the server after it.
func withServer(
    _ routes: [Route], threading: ServerSettings.Threading = .pool(threads: 2),
    deadlines: Deadlines = Deadlines(), maxRequests: Int = 40, maxConnections: Int = 512,
    counter: RequestCounter = RequestCounter(), access: AccessPolicy = AccessPolicy(),
    _ test: (_ server: Server, _ port: UInt16) async throws -> Void
) async throws {
    let server = Server(
        settings: ServerSettings(
            addresses: [.ipv4("127.0.0.1", port: 0)], threading: threading, deadlines: deadlines,
            maxRequests: maxRequests, maxConnections: maxConnections, access: access),
        routes: routes, counter: counter)
    try server.start()
    let result: Result<Void, any Error>
    do {
        result = .success(try await test(server, server.port))
    } catch {
        result = .failure(error)
    }
    await server.stop(grace: .zero)
    try result.get()
}

extension Server {
    /// The port of the first address.
    var port: UInt16 {
        switch boundAddresses.first {
        case .anyInterface(let port), .loopback(let port), .ipv4(_, let port), .ipv6(_, let port):
            port
        case .unix, .inherited, nil:
            0
        }
    }
}

extension Route {
    /// `/m`, which answers with `body`.
    static func text(_ body: String = "metrics", isLimited: Bool = false) -> Route {
        Route(.exact("/m"), label: "metrics", isLimited: isLimited) { _ in .text(200, body) }
    }

    /// `/big`, a limited route whose answer does not fit into the kernel's buffers.
    static func big(bytes: Int) -> Route {
        let body = SharedBytes([UInt8](repeating: UInt8(ascii: "x"), count: bytes))
        return Route(.exact("/big"), label: "big", isLimited: true) { _ in
            Response(contentType: "text/plain", bytes: body)
        }
    }
}

/// A GET request of a path.
func get(_ path: String, headers: String = "") -> String {
    "GET \(path) HTTP/1.1\r\nHost: localhost\r\n\(headers)\r\n"
}

/// Waits until a claim is true; fails the test where it is not within 10 seconds.
func eventually(
    _ claim: String, sourceLocation: SourceLocation = #_sourceLocation, _ isTrue: () -> Bool
) async throws {
    guard await TestKit.eventually(within: .seconds(60), every: .milliseconds(5), isTrue) else {
        Issue.record("not within 60 s: \(claim)", sourceLocation: sourceLocation)
        return
    }
}
