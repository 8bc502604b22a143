import Foundation
import HTTP
import TestKit
import Testing

/// The stand-in of the API, running.
final class StandInProcess: Sendable {
    /// A request that came, as the control path tells it.
    struct Request: Decodable {
        let id: Int
        let time: Int
        let path: String
        let status: Int?
        let faults: [String]
        let key: String

        enum CodingKeys: String, CodingKey {
            case id, path, status, faults, key
            case time = "at_ms"
        }
    }

    /// `http://127.0.0.1:PORT`.
    let url: String
    let port: UInt16
    private let process: ChildProcess

    /// Starts it, and waits until it listens.
    init(
        _ flags: [String] = [], port: UInt16 = 0, environment: [String: String] = [:]
    ) async throws {
        process = try ChildProcess(
            try Built.path(of: "exchangerate-standin"),
            ["--web.listen-address=127.0.0.1:\(port)"] + flags,
            environment: ChildProcess.quietEnvironment.merging(environment) { $1 })
        let line = try #require(await process.line(containing: "url="), "the stand-in's address")
        url = String(line.dropFirst("url=".count))
        self.port = try #require(UInt16(url.split(separator: ":").last ?? ""))
    }

    /// The process number.
    var identifier: Int32 { process.identifier }

    /// Switches a fault on, with the parameters that follow its name.
    func add(fault: String) async throws {
        try await control(.post, "/control/faults?fault=\(fault)")
    }

    /// Switches faults off: those of a name, or all.
    func clear(fault: String? = nil) throws {
        // The transport knows no DELETE.
        let connection = try RawConnection(port: port)
        let query = fault.map { "?fault=\($0)" } ?? ""
        connection.send("DELETE /control/faults\(query) HTTP/1.1\r\nHost: x\r\n\r\n")
        try #require(try connection.readResponse().status == 200)
    }

    /// Puts its clock ahead of the machine's.
    func setClock(ahead offset: String) async throws {
        try await control(.post, "/control/clock?offset=\(offset)")
    }

    /// The requests to the API so far.
    func requests() async throws -> [Request] {
        struct List: Decodable { let requests: [Request] }
        let response = try await Browser.send(.get, "\(url)/control/requests")
        return try JSONDecoder().decode(List.self, from: Data(response.body)).requests
    }

    /// What it answers to one request of a test.
    func answer(to path: String) async throws -> String {
        try await Browser.send(.get, "\(url)\(path)").text
    }

    /// Ends it, so that its port refuses connections.
    func stop() async {
        process.signal(SIGKILL)
        #expect(await process.exitStatus() == -SIGKILL)
    }

    private func control(_ method: HTTPRequest.Method, _ target: String) async throws {
        let response = try await Browser.send(method, url + target)
        try #require(response.status == 200, "\(response.text)")
    }
}
