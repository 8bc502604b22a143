import Foundation
import HTTP
import TestKit
import Testing

extension StandInProcess {
    /// Takes notifications.
    var sink: String { "\(url)/sink" }

    /// Lets the data be an hour old, of all bases or of one.
    func freeze(base: String? = nil) async throws {
        let time = Date.now.addingTimeInterval(-3600).ISO8601Format()
        try await add(fault: "frozen&at=\(time)" + (base.map { "&base=\($0)" } ?? ""))
    }

    /// The notifications that came to the sink.
    func pages() async throws -> [Page] {
        struct Entry: Decodable {
            let at: Int
            let id: String?
            let answered: Int
            let body: String

            enum CodingKeys: String, CodingKey {
                case id, answered, body
                case at = "at_ms"
            }
        }
        struct List: Decodable { let pages: [Entry] }
        let response = try await Browser.send(.get, "\(url)/control/sink")
        return try JSONDecoder().decode(List.self, from: Data(response.body)).pages.map { entry in
            try Page(
                at: Date(timeIntervalSince1970: Double(entry.at) / 1000), id: entry.id,
                isTaken: 200...299 ~= entry.answered, body: Array(entry.body.utf8))
        }
    }

    /// Waits until so many notifications have come, and gives all.
    func pages(
        _ count: Int, sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> [Page] {
        var found: [Page] = []
        _ = try await eventually(every: .milliseconds(50)) {
            found = try await pages()
            return found.count >= count
        }
        try #require(
            found.count >= count, "\(count) pages: \(found.map(\.gist))",
            sourceLocation: sourceLocation)
        return found
    }

    /// Waits until polls that began after now have been asked for.
    ///
    /// An attempt is stored before it is sent, and what happened earlier is stored before it: so
    /// what the exporter knows now survives its death.
    func waitForPolls(
        _ count: Int = 2, sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        let before = try await requests().count
        let have = try await eventually(every: .milliseconds(50)) {
            try await requests().count >= before + count
        }
        try #require(have, "\(count) more polls", sourceLocation: sourceLocation)
    }
}
