/// Cuts a response out of the bytes of a connection.
struct RawResponseReader {
    private let isForHead: Bool
    /// What came and is no part of the response; all of it while the response is not whole.
    private(set) var rest: [UInt8] = []

    init(isForHead: Bool) { self.isForHead = isForHead }

    /// Takes what came; returns the response once it is whole.
    mutating func take(
        _ bytes: [UInt8], isAtEnd: Bool
    ) throws(RawConnectionError) -> RawResponse? {
        rest += bytes
        guard let headEnd = Self.index(of: "\r\n\r\n", in: rest[...]) else { return nil }
        let lines = String(decoding: rest[..<headEnd], as: UTF8.self).split(
            separator: "\r\n", omittingEmptySubsequences: false)
        let words = lines.first?.split(separator: " ") ?? []
        guard words.count >= 2, words[0].hasPrefix("HTTP/1."), let status = Int(words[1]) else {
            throw .malformed(String(lines.first ?? ""))
        }
        let fields = lines.dropFirst().map { line in
            let colon = line.firstIndex(of: ":") ?? line.endIndex
            return (
                name: String(line[..<colon]),
                value: String(line[colon...].dropFirst().drop { $0 == " " })
            )
        }
        let head = RawResponse(status: status, fields: fields, body: [])
        guard let (body, end) = try body(of: head, from: headEnd + 4, isAtEnd: isAtEnd) else {
            return nil
        }
        rest.removeFirst(end)
        return RawResponse(status: status, fields: fields, body: body)
    }

    private func body(
        of head: RawResponse, from start: Int, isAtEnd: Bool
    ) throws(RawConnectionError) -> (body: [UInt8], end: Int)? {
        if isForHead || head.status == 204 || head.status == 304 { return ([], start) }
        if head["Transfer-Encoding"] == "chunked" { return try chunks(from: start) }
        if let text = head["Content-Length"] {
            guard let length = Int(text) else { throw .malformed("Content-Length: \(text)") }
            guard rest.count >= start + length else { return nil }
            return (Array(rest[start..<(start + length)]), start + length)
        }
        return isAtEnd ? (Array(rest[start...]), rest.count) : nil
    }

    private func chunks(from start: Int) throws(RawConnectionError) -> (body: [UInt8], end: Int)? {
        var body: [UInt8] = []
        var index = start
        while let lineEnd = Self.index(of: "\r\n", in: rest[index...]) {
            let line = String(decoding: rest[index..<lineEnd], as: UTF8.self)
            guard let size = Int(line, radix: 16) else { throw .malformed("chunk: \(line)") }
            let dataEnd = lineEnd + 2 + size
            guard rest.count >= dataEnd + 2 else { return nil }
            guard size > 0 else { return (body, dataEnd + 2) }
            body += rest[(lineEnd + 2)..<dataEnd]
            index = dataEnd + 2
        }
        return nil
    }

    private static func index(of pattern: String, in bytes: ArraySlice<UInt8>) -> Int? {
        let pattern = Array(pattern.utf8)
        guard bytes.count >= pattern.count else { return nil }
        return (bytes.startIndex...(bytes.endIndex - pattern.count)).first {
            bytes[$0..<($0 + pattern.count)].elementsEqual(pattern)
        }
    }
}
