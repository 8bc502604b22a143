import Foundation
import Synchronization

/// A receiver behind a `WireProxy`.
struct WireReceiver: Sendable {
    /// Its name, which is also the end of its path.
    let name: String
    let type: String
    /// What it answers to what it takes.
    let answer: [UInt8]

    /// A number of them, of all types in turn.
    static func list(_ count: Int) -> [WireReceiver] {
        (0..<count).map { number in
            let kind = number % kinds.count
            return WireReceiver(
                name: "r\(number)", type: kinds[kind].type, answer: Array(kinds[kind].answer.utf8))
        }
    }

    /// The types, each with an answer that it may give.
    static let kinds: [(type: String, answer: String)] = [
        ("webhook", "HTTP/1.1 204 Taken\r\n\r\n"),
        ("slack", "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 2\r\n\r\nok"),
        (
            "pagerduty",
            """
            HTTP/1.1 202 Accepted\r\nContent-Type: application/json\r\nContent-Length: 61\r\n\r\n\
            {"status":"success","message":"Event processed","dedup":"k1"}
            """
        ),
        ("alertmanager", "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"),
        (
            "webhook",
            """
            HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nX-Request-Id: 1\r\n\r\n\
            5\r\ntaken\r\n0\r\n\r\n
            """
        ),
        ("webhook", "HTTP/1.1 503 No\r\nContent-Length: 7\r\n\r\nnot now"),
    ]

    /// How it is configured.
    func configuration(
        proxy url: String, keyFile: String, timeout: String
    ) -> ReceiverConfiguration {
        ReceiverConfiguration(
            name, type: type, url: "\(url)/hook/\(name)",
            keys: ["timeout: \(timeout)"]
                + (type == "pagerduty" ? ["routing_key_file: \(keyFile)"] : []))
    }

    /// Its name, from the first line of a request.
    static func name(in line: String) -> String {
        let path = line.split(separator: " ").dropFirst().first ?? ""
        return String(path.split(separator: "/").dropFirst().first ?? "")
    }

    /// What it answers to bytes that came of a request; nil where more must come.
    ///
    /// It takes what it can be sure of, as who checks the signature does, and turns all else away.
    func answer(to bytes: [UInt8], of request: [UInt8]) -> [UInt8]? {
        if bytes == request { return answer }
        guard let length = WireConnection.length(of: bytes) else {
            // A head without an end is waited for, unless it cannot be one.
            let begin = Array("POST /".utf8)
            return zip(bytes, begin).allSatisfy(==) ? nil : Self.refusal
        }
        guard bytes.count >= length else { return nil }
        return Self.essence(of: bytes) == Self.essence(of: request) ? answer : Self.refusal
    }

    /// Whether it took what came of a request.
    func takes(_ exchange: WireExchange) -> Bool {
        exchange.answer == answer && !answer.starts(with: Array("HTTP/1.1 503".utf8))
    }

    private static let refusal = Array("HTTP/1.1 503 What\r\nContent-Length: 0\r\n\r\n".utf8)

    /// The path, the id, and the body.
    private static func essence(of request: [UInt8]) -> [String] {
        let text = String(decoding: request, as: UTF8.self)
        let parts = text.components(separatedBy: "\r\n\r\n")
        let lines = (parts.first ?? "").components(separatedBy: "\r\n")
        let signed = lines.filter { $0.lowercased().hasPrefix("webhook-") }
        return [name(in: lines.first ?? "")] + signed + parts.dropFirst()
    }
}
