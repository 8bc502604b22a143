import Foundation
import TestKit

/// A way in which an answer of the API stands on the wire.
enum WireForm: String, CaseIterable {
    case plain, chunked, packed, packedInChunks
    /// Without a length: the connection ends after it.
    case unmeasured
    /// A 503 with a code of the API.
    case failing

    /// Whether the server ends the connection by itself after an answer.
    var closes: Bool { self == .unmeasured }

    /// An answer of this form.
    ///
    /// - Parameter body: that of a good answer.
    func answer(_ body: String) -> [UInt8] {
        let bytes = Array(body.utf8)
        switch self {
        case .plain: return Self.measured(bytes)
        case .chunked: return Self.inChunks(bytes)
        case .packed: return Self.measured(gzip([bytes]), headers: "Content-Encoding: gzip\r\n")
        case .packedInChunks:
            return Self.inChunks(gzip([bytes]), headers: "Content-Encoding: gzip\r\n")
        case .unmeasured: return Self.head("Connection: close\r\n") + bytes
        case .failing:
            return Self.measured(
                Array(#"{"result":"error","code":"live_unavailable","message":"None."}"#.utf8),
                status: "503 Service Unavailable")
        }
    }

    private static func head(_ headers: String, status: String = "200 OK") -> [UInt8] {
        Array(
            """
            HTTP/1.1 \(status)\r\nContent-Type: application/json; charset=utf-8\r\n\
            X-RateLimit-Remaining: 11\r\n\(headers)\r\n
            """.utf8)
    }

    private static func measured(
        _ body: [UInt8], headers: String = "", status: String = "200 OK"
    ) -> [UInt8] {
        head(headers + "Content-Length: \(body.count)\r\n", status: status) + body
    }

    private static func inChunks(_ body: [UInt8], headers: String = "") -> [UInt8] {
        let half = body.count / 2
        var chunks: [UInt8] = []
        for chunk in [body[..<half], body[half...]] {
            chunks += Array("\(String(chunk.count, radix: 16))\r\n".utf8) + chunk + [0x0D, 0x0A]
        }
        return head(headers + "Transfer-Encoding: chunked\r\n") + chunks + Array("0\r\n\r\n".utf8)
    }
}
