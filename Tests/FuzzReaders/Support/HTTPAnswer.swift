import HTTP

@testable import Transport

/// A whole answer of HTTP as bytes: a status line, header lines, an empty line and the body.
struct HTTPAnswer {
    /// What a transport makes of it.
    let result: Result<HTTPResponse, TransportError>

    /// Takes bytes apart as curl does, and reads the head as the transport does.
    init(_ bytes: [UInt8], bodyLimit: Int = 1 << 20) {
        var head = ResponseHead()
        var rest = bytes[...]
        var isHeadOver = false
        do throws(ResponseHead.Refusal) {
            while !isHeadOver, let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
                let line = Array(rest[...end])
                rest = rest[(end + 1)...]
                try Self.take(line, into: &head)
                // A head of 1xx is followed by another.
                isHeadOver = line == [0x0A] || line == [0x0D, 0x0A]
                if isHeadOver, head.response == nil { isHeadOver = false }
            }
        } catch {
            result = .failure(
                TransportError(
                    kind: .interrupted, head: head.response, detail: error.description))
            return
        }
        guard isHeadOver, var response = head.response else {
            result = .failure(
                TransportError(
                    kind: .interrupted, head: head.response, detail: "the answer was cut"))
            return
        }
        response.body = Array(rest.prefix(bodyLimit))
        response.isBodyTruncated = rest.count > bodyLimit
        result = .success(response)
    }

    private static func take(
        _ line: [UInt8], into head: inout ResponseHead
    ) throws(ResponseHead.Refusal) {
        let refusal: ResponseHead.Refusal? = line.withUnsafeBytes { line in
            do throws(ResponseHead.Refusal) {
                try head.take(line: line)
                return nil
            } catch {
                return error
            }
        }
        if let refusal { throw refusal }
    }

    /// An answer as bytes.
    static func bytes(
        status: Int, headers: [(String, String)] = [], body: [UInt8]
    ) -> [UInt8] {
        let lines = ["HTTP/1.1 \(status)"] + headers.map { "\($0.0): \($0.1)" } + ["", ""]
        return Array(lines.joined(separator: "\r\n").utf8) + body
    }
}

/// A transport that gives every request the same answer.
struct OneAnswer: HTTPTransport {
    let result: Result<HTTPResponse, TransportError>

    func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
        try result.get()
    }
}
