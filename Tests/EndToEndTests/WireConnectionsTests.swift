import Foundation
import TestKit
import Testing

/// Connections that do not come about, or lead nowhere, to the API and to receivers alike.
@Suite(.fewAtATime)
struct WireConnectionsTests {
    /// A way in which nobody is reached.
    enum Trouble: String, CaseIterable, Sendable {
        case refused, neverAccepted, closedAtOnce, resetAtOnce, silent

        /// What is right to say of it.
        var reasons: [String] {
            switch self {
            case .refused: ["connect"]
            case .neverAccepted, .silent: ["timeout"]
            case .closedAtOnce: ["interrupted"]
            // Who looks late finds the connection reset before it has found it there.
            case .resetAtOnce: ["interrupted", "connect"]
            }
        }

        /// An address with the trouble, and what ends that.
        func address() throws -> (url: String, end: () -> Void) {
            switch self {
            case .refused:
                let port = try ReservedPort()
                return (port.url, { withExtendedLifetime(port) {} })
            case .neverAccepted:
                let listener = try FullListener()
                return ("http://127.0.0.1:\(listener.port)", { withExtendedLifetime(listener) {} })
            case .closedAtOnce:
                let server = try LoopbackServer(greeting: [.close]) { _ in [] }
                return (server.url, server.stop)
            case .resetAtOnce:
                let server = try LoopbackServer(greeting: [.reset]) { _ in [] }
                return (server.url, server.stop)
            case .silent:
                let server = try LoopbackServer(.hang)
                return (server.url, server.stop)
            }
        }
    }

    @Test(arguments: Trouble.allCases)
    func `who is not reached is a failure for the right reason, of polls and deliveries`(
        trouble: Trouble
    ) async throws {
        let (url, end) = try trouble.address()
        defer { end() }
        let polling = try await ExporterProcess(
            ExporterConfiguration(api: url, apiKeys: ["timeout: 500ms"]))
        let rejecting = try RatesServer { _ in .error(401, message: "Unknown key.") }
        var configuration = ExporterConfiguration(api: rejecting.url)
        configuration.alerts = ["group_wait: 0s"]
        configuration.receivers = [
            ReceiverConfiguration(url: "\(url)/hook", keys: ["timeout: 1s"])
        ]
        let telling = try await ExporterProcess(configuration)
        let polls = try await polling.metrics("two failures", within: .seconds(60)) {
            $0.failedPolls() >= 2
        }
        let failedPolls = trouble.reasons.map { polls.failedPolls(because: $0) }
        #expect(failedPolls.reduce(0, +) == polls.failedPolls(), "\(polling.log)")
        let deliveries = try await telling.metrics("two failures", within: .seconds(60)) {
            $0.failedDeliveries() >= 2
        }
        let failedDeliveries = trouble.reasons.map { deliveries.failedDeliveries(because: $0) }
        #expect(
            failedDeliveries.reduce(0, +) == deliveries.failedDeliveries(), "\(telling.log)")
        #expect(deliveries.queueLength() == 1)
        await polling.stop()
        await telling.stop()
    }

    /// curl knows of itself that `localhost` is both loopback addresses.
    @Test(arguments: ["refuses", "is silent"])
    func `a name of two addresses is reached by the one that lives`(other: String) async throws {
        let api = try RatesServer { _ in .rates(["EUR": "0.9"], source: "live", session: "open") }
        let port = try #require(UInt16(api.url.split(separator: ":").last ?? ""))
        let dead = other == "is silent" ? try? FullListener(port: port, isIPv6: true) : nil
        // A system without IPv6 refuses by itself.
        let exporter = try await ExporterProcess(
            ExporterConfiguration(api: "http://localhost:\(port)", rates: ["USD": ["EUR"]]))
        let page = try await exporter.metrics("three polls", within: .seconds(60)) {
            $0.goodPolls() >= 3
        }
        #expect(page.failedPolls() == 0, "\(exporter.log)")
        await exporter.stop()
        withExtendedLifetime(dead) {}
    }
}
