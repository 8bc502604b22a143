import Domain
import Foundation
import Freshness
import Synchronization
import Testing

@testable import Exporter

struct LoggerTests {
    private final class MemorySink: LogSink {
        private let text = Mutex("")
        var lines: String { text.withLock { $0 } }
        func write(_ line: String) { text.withLock { $0 += line } }
    }

    private let sink = MemorySink()
    private let scrubber = SecretScrubber()

    private func logger(_ level: LogLevel = .debug, _ format: LogFormat = .logfmt) -> Logger {
        Logger(level: level, format: format, sink: sink, scrubber: scrubber) {
            Timestamp(nanosecondsSinceEpoch: 1_781_618_531_012_345_678)
        }
    }

    @Test func `a record is a line of logfmt`() {
        logger().info("poll done", ["base": "USD", "text": "a b", "empty": ""])
        #expect(
            sink.lines == "ts=2026-06-16T14:02:11.012Z level=info msg=\"poll done\" base=USD "
                + "text=\"a b\" empty=\"\"\n")
    }

    @Test func `a record is a line of JSON`() throws {
        logger(.debug, .json).warn("poll failed", ["text": "a \"b\"\n\u{1B}[31m"])
        #expect(
            sink.lines == #"{"ts":"2026-06-16T14:02:11.012Z","level":"warn","msg":"poll failed","#
                + #""text":"a \"b\"\n\u001b[31m"}"# + "\n")
        let object = try JSONSerialization.jsonObject(with: Data(sink.lines.utf8))
        #expect((object as? [String: String])?["text"] == "a \"b\"\n\u{1B}[31m")
    }

    @Test func `records under the level are not written, nor their fields made`() {
        var made = 0
        func value() -> String {
            made += 1
            return "x"
        }
        let logger = logger(.warn)
        logger.debug("a", ["k": value()])
        logger.info("b", ["k": value()])
        logger.warn("c", ["k": value()])
        logger.error("d", ["k": value()])
        #expect(made == 2)
        #expect(sink.lines.split(separator: "\n").count == 2)
    }

    @Test func `fields of a logger come before those of a record`() {
        logger().with(["base": "USD"]).with(["reason": "dns"]).info("x", ["status": "0"])
        #expect(sink.lines.hasSuffix("msg=\"x\" base=USD reason=dns status=0\n"))
    }

    @Test(arguments: [LogFormat.logfmt, .json])
    func `a record stays one printable line whatever its values hold`(format: LogFormat) {
        let scalars =
            (0...0x2FFF).compactMap { Unicode.Scalar(UInt32($0)) } + ["\u{FEFF}", "\u{E0001}"]
        for scalar in scalars { logger(.debug, format).info("x", ["k": "a\(scalar)b"]) }
        let lines = sink.lines.unicodeScalars.split(
            separator: "\n", omittingEmptySubsequences: false)
        #expect(lines.count == scalars.count + 1)
        let isPrintable = sink.lines.unicodeScalars.allSatisfy { scalar in
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator: scalar == "\n"
            default: true
            }
        }
        #expect(isPrintable)
    }

    @Test func `a value comes back from JSON as it was`() throws {
        let scalars =
            (0...0x2FFF).compactMap { Unicode.Scalar(UInt32($0)) } + ["\u{FEFF}", "\u{1F4B1}"]
        let hostile = [
            "\",\"level\":\"error", "}\n{", "\\\"", "\u{2028}", "\u{202E}txt", "\0", "\r\n", "",
        ]
        for value in hostile + scalars.map({ "a\($0)b" }) {
            let memory = MemorySink()
            Logger(
                level: .debug, format: .json, sink: memory, scrubber: scrubber,
                now: { Timestamp(nanosecondsSinceEpoch: 0) }
            ).error("x", ["k": value, "a \"key\"\n": ""])
            let object = try JSONSerialization.jsonObject(with: Data(memory.lines.utf8))
            let record = try #require(object as? [String: String])
            #expect(record["k"]?.unicodeScalars.elementsEqual(value.unicodeScalars) == true)
            #expect(Set(record.keys) == ["ts", "level", "msg", "k", "a \"key\"\n"])
            #expect(record["level"] == "error")
        }
    }

    @Test func `a value that came from outside is cut`() {
        logger().info("x", ["k": String(repeating: "é", count: 5_000_000)])
        #expect(sink.lines.unicodeScalars.count < 1100)
        #expect(sink.lines.hasSuffix("…\"\n"))
    }

    @Test(arguments: [LogFormat.logfmt, .json])
    func `a secret is in no record, in no form`(format: LogFormat) {
        scrubber.register(Secret("user:hun=te \"r2"))
        scrubber.register(Secret("hunter2"))
        scrubber.register(Secret("hunter2-and-more"))
        scrubber.register(Secret(""))
        let base64 = Data("user:hun=te \"r2".utf8).base64EncodedString()
        for text in [
            "hunter2", "key hunter2-and-more!", "x=user:hun=te \"r2", "Basic \(base64)",
            "?key=user%3Ahun%3Dte%20%22r2",
        ] {
            logger(.debug, format).error("x", ["k": text])
        }
        for part in ["hunter", "r2", "more", base64.prefix(20).description, "te%20"] {
            #expect(!sink.lines.contains(part), "\(sink.lines)")
        }
        #expect(sink.lines.split(separator: "\n").count == 5)
    }

    @Test(arguments: [LogFormat.logfmt, .json])
    func `a secret that is a common word leaves messages, levels and keys whole`(
        format: LogFormat
    ) {
        for word in ["poll", "a", "warn", "msg", "live"] { scrubber.register(Secret(word)) }
        logger(.debug, format).warn("a poll failed", ["source": "live"])
        #expect(sink.lines.contains("a poll failed"))
        #expect(sink.lines.contains("warn"))
        #expect(sink.lines.contains("source"))
        #expect(!sink.lines.contains("live"))
    }

    @Test func `a text without secrets stays as it is`() {
        scrubber.register(Secret("hunter2"))
        #expect(scrubber.scrub("plain") == "plain")
        #expect(scrubber.scrub("hunter2hunter2") == "<redacted><redacted>")
    }
}
