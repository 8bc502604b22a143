import Foundation
import TestKit

/// Stands between a scraper and an exporter, passes on what they say and notes it.
final class ScrapeTap: Sendable {
    private let server: LoopbackServer
    private let noted: Recorder<RawResponse>

    /// Listens for scrapes of the exporter that has a port.
    ///
    /// - Parameter accept: what the exporter is told that the scraper accepts; nil: what it says.
    init(of port: UInt16, accept: String? = nil) throws {
        let noted = Recorder<RawResponse>()
        self.noted = noted
        server = try LoopbackServer { request in
            let head = accept.map { Self.replaceAccept(in: request.head, by: $0) } ?? request.head
            guard let connection = try? RawConnection(port: port) else { return [.reset] }
            connection.send(head + "\r\n\r\n")
            guard let response = try? connection.readResponse() else { return [.reset] }
            noted.note(response)
            let fields = response.fields.map { "\($0.name): \($0.value)\r\n" }.joined()
            return [
                .send(Array("HTTP/1.1 \(response.status) OK\r\n\(fields)\r\n".utf8) + response.body)
            ]
        }
    }

    deinit { server.stop() }

    /// `127.0.0.1:PORT`.
    var target: String { "127.0.0.1:\(server.port)" }

    /// The heads of the scraper's requests.
    var requests: [String] { server.requests.map(\.head) }

    /// What the exporter answered.
    var responses: [RawResponse] { noted.values }

    private static func replaceAccept(in head: String, by accept: String) -> String {
        head.components(separatedBy: "\r\n")
            .map { $0.lowercased().hasPrefix("accept:") ? "Accept: \(accept)" : $0 }
            .joined(separator: "\r\n")
    }
}
