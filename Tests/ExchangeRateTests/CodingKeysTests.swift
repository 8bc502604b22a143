import ExchangeRate
import Foundation
import TestKit
import Testing

/// Holds what `docs/decisions/0001-explicit-coding-keys.md` says.
struct CodingKeysTests {
    private struct Reply: Decodable {
        let dataUpdatedAt: String
    }

    private static let stamps = [
        "\"data_updated_at\":\"2026-06-16T14:02:00Z\"",
        "\"dataUpdatedAt\":\"2020-01-01T00:00:00Z\"",
    ]

    @Test func `the snake-case strategy takes whichever of two fields comes first`() throws {
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        let texts = try [Self.stamps, Self.stamps.reversed()].map { stamps in
            let document = "{\(stamps.joined(separator: ","))}"
            return try decoder.decode(Reply.self, from: Data(document.utf8)).dataUpdatedAt
        }
        #expect(texts == ["2026-06-16T14:02:00Z", "2020-01-01T00:00:00Z"])
    }

    @Test(arguments: [stamps, stamps.reversed()])
    func `the client takes the field that the API documents`(stamps: [String]) async throws {
        let body = "{\"base\":\"USD\",\(stamps.joined(separator: ",")),\"rates\":{\"EUR\":1}}"
        #expect(try await latest(fromBody: body).dataUpdatedAt == "2026-06-16T14:02:00Z")
    }
}
