import ExchangeRate
import Foundation
import Freshness
import TestKit
import Testing

/// Holds docs/library.md to code that is compiled and run.
struct LibraryPageTests {
    private static let body = """
        {"result":"success","base":"USD","source":"live","data_updated_at":"2026-06-16T14:02:00Z",
         "rates":{"EUR":0.9245,"GBP":0.7891}}
        """

    @Test func `the page shows the examples, word for word`() throws {
        let folder = URL(filePath: #filePath).deletingLastPathComponent()
        let root = folder.deletingLastPathComponent().deletingLastPathComponent()
        let page = try String(contentsOf: root.appending(path: "docs/library.md"), encoding: .utf8)
        let examples = try String(
            contentsOf: folder.appending(path: "LibraryExamples.swift"), encoding: .utf8)
        let blocks = page.components(separatedBy: "```swift\n").dropFirst()
            .compactMap { $0.components(separatedBy: "\n```").first }
        #expect(blocks.count >= 3)
        let pieces = blocks.flatMap { $0.components(separatedBy: "\n\n") }
        for piece in pieces {
            let isImports = piece.split(separator: "\n").allSatisfy { $0.hasPrefix("import ") }
            for part in isImports ? piece.components(separatedBy: "\n") : [piece] {
                #expect(examples.contains(part), "\(part)")
            }
        }
    }

    @Test func `the example of due times finds what is stale`() throws {
        let base = try #require(CurrencyCode("USD"))
        let came = try #require(Timestamp(iso8601: "2026-06-16T14:02:30Z"))
        let latest = Latest(
            base: base, source: "live", marketSession: "open",
            dataUpdatedAt: "2026-06-16T14:02:00Z", observedAt: came - .seconds(30),
            rates: ["EUR": 1, "IDR": 1], sources: ["IDR": "ecb_daily"])
        #expect(staleSymbols(of: latest, at: came + .seconds(1170), came: came) == [])
        #expect(staleSymbols(of: latest, at: came + .seconds(1171), came: came) == ["EUR"])
    }

    enum Carrier: CaseIterable {
        case curl
        case urlSession

        func client(_ baseURL: String) throws -> ExchangeRateClient {
            switch self {
            case .curl: try clientOverCurl(baseURL: baseURL, key: "k")
            case .urlSession: try clientOverURLSession(baseURL: baseURL, key: "k")
            }
        }
    }

    @Test(arguments: Carrier.allCases)
    func `the examples do what the page says`(carrier: Carrier) async throws {
        let cases = [
            (answer(Self.body), "EUR 0.9245, GBP 0.7891 as of 2026-06-16T14:02:00Z"),
            (
                answer("{}", status: "429 Too Many", headers: "Retry-After: 7\r\n"),
                "too many requests: again in 7.0 seconds"
            ),
        ]
        let base = try #require(CurrencyCode("USD"))
        for (bytes, text) in cases {
            let server = try LoopbackServer(.send(bytes))
            defer { server.stop() }
            #expect(await rates(of: base, by: try carrier.client(server.url)) == text)
        }
        let server = try LoopbackServer(.send(answer("{}", status: "401 Unauthorized")))
        defer { server.stop() }
        let text = await rates(of: base, by: try carrier.client(server.url))
        #expect(text.hasPrefix("the key is wrong: "))
    }
}
