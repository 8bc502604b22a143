import ConfigTree
import Domain
import Testing

@testable import Delivery

struct HeaderReaderTests {
    private func read(_ text: String) -> SettingsReading<[ReceiverHeader]> {
        SettingsReading("headers: \(text)") { map, _ in
            map.value("headers").map(HeaderReader.headers) ?? []
        }
    }

    @Test func `headers keep their order, their case and their values`() {
        let reading = read(
            "\n  X-Team: fx\n  authorization: 'Bearer  a:b # c '\n  X-Number: 007\n  Webhook: x")
        #expect(reading.problems == [])
        #expect(
            reading.value == [
                ReceiverHeader(name: "X-Team", value: Secret("fx")),
                ReceiverHeader(name: "authorization", value: Secret("Bearer  a:b # c")),
                ReceiverHeader(name: "X-Number", value: Secret("007")),
                ReceiverHeader(name: "Webhook", value: Secret("x")),
            ])
    }

    @Test(arguments: [
        "content-type", "Content-Type", "USER-AGENT", "content-length", "Host",
        "Transfer-Encoding", "Connection", "Expect", "webhook-id", "Webhook-Signature",
        "webhook-x",
    ])
    func `what the exporter sets itself is refused in any case`(name: String) {
        let reading = read("{\(name): hunter2}")
        #expect(
            reading.problems == [
                "1:11: headers.\(name): is set by the exporter itself; remove it"
            ])
        #expect(!reading.report.contains("hunter2"))
    }

    @Test(arguments: [
        (
            "{X-A: hunter2, x-a: hunter2}",
            "1:25: headers.x-a: is the same header as X-A; remove one"
        ),
        (
            "{X-A: hunter2, X-A: hunter2}",
            "1:25: headers.X-A: given twice; the first is on line 1; remove one"
        ),
        (
            "{X A: hunter2}",
            "1:11: headers.<redacted>: is no name of a header; "
                + "allowed are letters, digits and !#$%&'*+-.^_`|~"
        ),
        (
            "{Zürich: hunter2}",
            "1:11: headers.<redacted>: is no name of a header; "
                + "allowed are letters, digits and !#$%&'*+-.^_`|~"
        ),
        (
            "{'': hunter2}",
            "1:11: headers.<redacted>: is no name of a header; "
                + "allowed are letters, digits and !#$%&'*+-.^_`|~"
        ),
        (
            "{X-A:hunter2}",
            "1:11: headers.<redacted>: has no value; write one after a colon and a blank"
        ),
        (
            "{hunter2}",
            "1:11: headers.<redacted>: has no value; write one after a colon and a blank"
        ),
        (
            "{X-A: , X-B: hunter2}",
            "1:11: headers.<redacted>: has no value; write one after a colon and a blank"
        ),
        (
            "{X-A: ' '}",
            "1:16: headers.X-A: found an empty text; allowed is a text"
        ),
        (
            "{X-A: \"hunter2\\r\\nX-B: hunter2\"}",
            "1:16: headers.X-A: found a control character; allowed is a text in one line"
        ),
        (
            "{X-A: hunter2ü}",
            "1:16: headers.X-A: found a character beyond ASCII; allowed is a text without"
        ),
        ("{X-A: [hunter2]}", "1:16: headers.X-A: found a list; allowed is a text"),
        ("{X-A: {hunter2: x}}", "1:16: headers.X-A: found a map; allowed is a text"),
        (
            "[X-A: hunter2]",
            "1:10: headers: found a list; allowed is a map of headers, such as {X-Team: fx}"
        ),
        (
            "'X-A: hunter2'",
            "1:10: headers: found a value that is not shown; "
                + "allowed is a map of headers, such as {X-Team: fx}"
        ),
    ])
    func `what is wrong is told with its cure, and without a value`(text: String, problem: String) {
        let reading = read(text)
        #expect(reading.problems == [problem])
        #expect(!reading.report.contains("hunter2"), "\(reading.report)")
    }

    @Test func `every wrong header is told`() {
        let reading = read("{Host: a, X-A: , X-B: [], X-C: c}")
        #expect(reading.problems.count == 3)
        #expect(reading.value.map(\.name) == ["X-C"])
    }
}
