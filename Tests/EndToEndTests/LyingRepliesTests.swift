import Foundation
import HTTP
import Synchronization
import TestKit
import Testing

/// Answers whose head, body or encoding is not what it says: each is a counted failure, and no more.
@Suite(.fewAtATime)
struct LyingRepliesTests {
    /// An answer as its bytes, and what the exporter calls it.
    struct Case: CustomTestStringConvertible {
        let testDescription: String
        let steps: [LoopbackServer.Step]
        let reason: String

        init(_ name: String, _ reason: String, _ steps: LoopbackServer.Step...) {
            testDescription = name
            self.reason = reason
            self.steps = steps
        }
    }

    private static func body(eur: String = "0.92") -> String {
        """
        {"result":"success","base":"USD","source":"live",
        "data_updated_at":"\(Date.now.ISO8601Format())","rates":{"EUR":\(eur)}}
        """
    }

    private static func answer(
        _ body: String, status: String = "200 OK", headers: String = "", length: Int? = nil
    ) -> LoopbackServer.Step {
        .send(
            """
            HTTP/1.1 \(status)\r\nContent-Length: \(length ?? body.utf8.count)\r\n\(headers)\r\n\
            \(body)
            """)
    }

    private static func chunked(_ chunks: String) -> LoopbackServer.Step {
        .send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n\(chunks)")
    }

    /// A page of 5 MB, with what would control a terminal.
    private static let page =
        "<html>\u{1B}[2J\u{1B}]0;owned\u{7}\r\n\u{0}"
        + String(repeating: "<p>Service unavailable\u{202E}\u{8}</p>\n", count: 150_000)

    private static let cases = [
        Case("a length beyond the body", "interrupted", answer(body(), length: 5_000), .close),
        Case("a length that never comes", "timeout", answer(body(), length: 5_000), .hang),
        Case("a length short of the body", "decode", answer(body(), length: 40), .close),
        Case(
            "a length of nothing", "decode",
            .send("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n\(body())"), .close),
        Case(
            "a plain body that says it is packed", "interrupted",
            answer(body(), headers: "Content-Encoding: gzip\r\n")),
        Case(
            "a packed body that breaks off", "decode",
            .send(gzipHead(length: 20)), .send(Array(gzip([Array(body().utf8)]).prefix(20)))),
        Case(
            "a packed body that says it is plain", "decode",
            .send("HTTP/1.1 200 OK\r\nContent-Length: 40\r\n\r\n"),
            .send(Array(gzip([Array(body().utf8)]).prefix(40)))),
        Case(
            "an encoding that nobody asked for", "interrupted",
            answer(body(), headers: "Content-Encoding: br\r\n")),
        Case(
            "chunks that are none", "interrupted", chunked("zz\r\n\(body())\r\n0\r\n\r\n"), .close),
        Case("a chunk shorter than it says", "interrupted", chunked("fff\r\n\(body())"), .close),
        Case("chunks without an end", "interrupted", chunked("2\r\n{}\r\n"), .close),
        Case(
            "a chunk beyond all numbers", "interrupted", chunked("ffffffffffffffffff\r\nx"), .close),
        Case("no HTTP", "interrupted", .send("\(body())\r\n\r\n"), .close),
        Case("a status that is none", "interrupted", .send("HTTP/1.1 abc OK\r\n\r\n"), .close),
        Case("nothing", "interrupted", .close),
        Case(
            "a gigabyte in a packed megabyte", "too_large",
            .send(gzipHead(length: 1 << 20)), .send(bomb)),
        Case(
            "a page of 5 MB on a 503", "server",
            answer(page, status: "503 Service Unavailable", headers: "Content-Type: text/html\r\n")),
        Case(
            "a page of 5 MB on a 429", "rate_limited",
            answer(page, status: "429 Too Many", headers: "Retry-After: 1\r\n")),
        Case("a page of 5 MB on a 200", "too_large", answer(page)),
    ]

    /// 1 MiB of gzip that unfolds to 1 GiB; its check sum is never reached.
    private static let bomb: [UInt8] = {
        let zeros = [UInt8](repeating: 0, count: 1 << 20)
        let one = gzip([zeros], level: 9, flush: 3)
        let two = gzip([zeros, zeros], level: 9, flush: 3)
        return Array((one + (1..<1024).flatMap { _ in two[one.count...] }).prefix(1 << 20))
    }()

    @Test(arguments: cases)
    func `a reply that lies is one failure with its reason, told in a short line`(
        example: Case
    ) async throws {
        let turns = Mutex(0)
        let api = try LoopbackServer { _ in
            let turn = turns.withLock { turn in
                turn += 1
                return turn
            }
            return turn == 2 ? example.steps : [Self.answer(Self.body(eur: "\(turn)"))]
        }
        defer { api.stop() }
        let exporter = try await ExporterProcess(
            ExporterConfiguration(
                api: api.url, apiKeys: ["timeout: 2s"], pollKeys: ["max_backoff: 2s"],
                rates: ["USD": ["EUR"]]))
        let failed = try await exporter.metrics("the failure is counted") { $0.failedPolls() > 0 }
        #expect(failed.failedPolls(because: example.reason) == 1, "\(exporter.log)")
        // Of the second reply nothing is taken; later good ones may have come already.
        #expect(try #require(failed.rate("EUR")) != "2")
        let after = try await exporter.metrics("the next one works") { $0.goodPolls() > 1 }
        #expect(after.failedPolls() == 1)
        let memory = after.value("process_resident_memory_bytes") ?? .infinity
        #expect(memory < 64e6 || Sanitizer.isPresent, "\(memory)")
        let lines = exporter.log.split(separator: "\n").filter { $0.contains("a poll failed") }
        #expect(lines.count == 1)
        let line = try #require(lines.first)
        #expect(line.utf8.count < 600)
        #expect(line.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F })
        #expect(!exporter.log.contains("\u{1B}") && !exporter.log.contains("\u{202E}"))
    }

    /// Bodies that are no replies, in every way of going wrong.
    private static let broken: [String] = [
        #"{"result":"error","code":"invalid_pair"}"#, "{}", "[]", "null", "", "{\"base\":\"USD\"",
        "<html></html>", "\u{FEFF}{}", String(repeating: "[", count: 512), "\"text\"", "1e999",
        String(repeating: "{\"a\":", count: 50_000), #"{"base":"USD","rates":{"EUR":1e999}}"#,
        #"{"base":"USD","rates":{"EUR":NaN}}"#, #"{"base":"XXX","rates":{"EUR":1}}"#,
        #"{"base":"USD","rates":{"EUR":0.9}}"#, "{\u{0}}",
        #"{"result":"error","message":"\#(String(repeating: "é\\n", count: 20_000))"}"#,
        String(repeating: "x", count: 1 << 20), #"{"error":{"message":[[[]]]}}"#,
    ]

    @Test func `a thousand broken replies leave the loop alive and the memory flat`()
        async throws
    {
        let state = Mutex((turns: 0, isBroken: true))
        let api = try LoopbackServer { request in
            let (turn, isBroken) = state.withLock { state in
                state.turns += 1
                return (state.turns, state.isBroken)
            }
            guard isBroken else {
                return [Self.answer(Self.body().replacing("USD", with: Self.base(of: request)))]
            }
            return [Self.answer(Self.broken[turn % Self.broken.count])]
        }
        defer { api.stop() }
        let letters = Array("ABCDEFGHIJ")
        let bases = letters.flatMap { first in letters.prefix(5).map { "X\(first)\($0)" } }
        let exporter = try await ExporterProcess(
            ExporterConfiguration(api: api.url, rates: ["USD": ["EUR"]], moreBases: bases))
        func failures(_ page: MetricsText) -> Double {
            page.series("exchangerate_poll_errors_total").values.reduce(0, +)
        }
        _ = try await exporter.metrics("hundreds", within: .seconds(60)) {
            failures($0) >= 300
        }
        let memory = try ProcessUsage(of: exporter.process.identifier).memory
        let late = try await exporter.metrics("more than a thousand", within: .seconds(120)) {
            failures($0) >= 1_300
        }
        #expect(late.value("process_open_fds") ?? .infinity < 100)
        #expect(late.series("exchangerate_rate").isEmpty)
        state.withLock { $0.isBroken = false }
        _ = try await exporter.metrics("every base is good", within: .seconds(60)) { page in
            page.series("exchangerate_up").values.allSatisfy { $0 == 1 }
        }
        // Large ones that are read at this moment are no leak, which all of them, 75 MiB, would be.
        var growth = Int.max
        let isFlat = try await eventually(every: .milliseconds(100)) {
            growth = try ProcessUsage(of: exporter.process.identifier).memory - memory
            return growth < 4096 || Sanitizer.isPresent
        }
        #expect(isFlat, "\(growth) KiB")
        print("memory after 1000 more broken replies: \(growth) KiB more")
    }

    private static func base(of request: LoopbackServer.Request) -> String {
        String(request.head.prefix { $0 != "?" }.suffix(3))
    }
}
