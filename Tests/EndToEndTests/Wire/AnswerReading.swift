import Foundation
import TestKit

/// What the bytes of an answer say to a reader that forgives as much as clients do.
struct AnswerReading {
    /// The status, once its line is whole; nil where that is no status line.
    private(set) var status: Int?
    /// Whether the bytes begin as no answer of HTTP does.
    private(set) var isForeign = false
    private(set) var isHeadWhole = false
    /// Whether the body has come to its end.
    private(set) var isWhole = false
    /// Whether all is there of a body in chunks but the last byte, which readers may do without.
    private(set) var lacksLastByte = false
    /// Whether all is there of a packed body but bytes of its trailer, which libcurl does not ask for.
    private(set) var lacksChecksum = false
    /// Whether the end of the connection is what ends the body.
    private(set) var endsWithConnection = false
    /// Without its framing, as far as it came.
    private(set) var body: [UInt8] = []
    /// Whether the body was packed or in chunks, which can be broken by themselves.
    private(set) var hasFraming = false
    /// How many bytes the head has.
    private(set) var headLength = 0

    /// - Parameter isEnded: whether the connection ended in good order after the bytes.
    init(_ bytes: [UInt8], isEnded: Bool) {
        var rest = bytes[...]
        // Heads of the hundreds announce another one.
        repeat {
            status = nil
            isHeadWhole = false
            let fields = takeHead(from: &rest)
            guard let fields, isHeadWhole else { return }
            headLength = rest.startIndex
            if let status, status >= 200 {
                takeBody(Array(rest), fields: fields, isEnded: isEnded)
                return
            }
        } while status != nil
    }

    private mutating func takeHead(from rest: inout ArraySlice<UInt8>) -> [String: String]? {
        var fields: [String: String] = [:]
        var isFirst = true
        while let end = rest.firstIndex(of: 0x0A) {
            let line = String(decoding: rest[..<end], as: UTF8.self)
                .filter { $0 != "\r" && $0 != "\r\n" }
            rest = rest[(end + 1)...]
            if isFirst {
                guard let status = Self.status(of: line) else {
                    isForeign = true
                    return nil
                }
                self.status = status
                isFirst = false
            } else if line.isEmpty {
                isHeadWhole = true
                return fields
            } else if let colon = line.firstIndex(of: ":") {
                let value = line[line.index(after: colon)...]
                    .trimmingCharacters(in: .whitespacesAndNewlines)
                fields[line[..<colon].lowercased()] = value.lowercased()
            }
        }
        if isFirst, !rest.isEmpty, !"HTTP/".utf8.starts(with: rest.prefix(5)) { isForeign = true }
        return nil
    }

    private static func status(of line: String) -> Int? {
        let match = line.prefixMatch(of: /HTTP\/[0-9](?:\.[0-9])? +([0-9]{3})/)
        return match.flatMap { Int($0.1) }
    }

    private mutating func takeBody(_ bytes: [UInt8], fields: [String: String], isEnded: Bool) {
        if status == 204 || status == 304 {
            isWhole = true
            return
        }
        if let coding = fields["transfer-encoding"], coding.contains("chunked") {
            hasFraming = true
            takeChunks(bytes[...])
        } else if let length = fields["content-length"].flatMap({
            Int($0.prefix(while: \.isASCIIDigit))
        }) {
            isWhole = bytes.count >= length
            body = Array(bytes.prefix(max(0, length)))
        } else {
            endsWithConnection = true
            isWhole = isEnded
            body = bytes
        }
        guard fields["content-encoding"] == "gzip" else { return }
        hasFraming = true
        guard isWhole || lacksLastByte else { return }
        if let plain = try? gunzip(body, limit: 1 << 16) {
            body = plain
        } else {
            isWhole = false
            lacksLastByte = false
            // Of the deflated data an end can be told; before it stands a head of ten bytes, and behind
            // it a sum and a length. RFC 1952, section 2.3
            guard let plain = try? inflate(Array(body.dropFirst(10)), limit: 1 << 16),
                plain.rest < 8
            else { return }
            lacksChecksum = true
            body = plain.bytes
        }
    }

    private mutating func takeChunks(_ bytes: ArraySlice<UInt8>) {
        var rest = bytes
        while let end = rest.firstIndex(of: 0x0A) {
            let line = String(decoding: rest[..<end], as: UTF8.self)
            guard let size = Int(line.prefix { $0.isHexDigit }, radix: 16) else { return }
            rest = rest[(end + 1)...]
            if size == 0 {
                isWhole = rest.starts(with: [0x0A]) || rest.starts(with: [0x0D, 0x0A])
                lacksLastByte = !isWhole && rest.first == 0x0D
                return
            }
            body += rest.prefix(size)
            rest = rest.dropFirst(size)
            guard let next = rest.firstIndex(of: 0x0A) else { return }
            rest = rest[(next + 1)...]
        }
    }
}

extension Character {
    /// What readers of a length go on with; they stop at whatever else comes.
    fileprivate var isASCIIDigit: Bool { "0"..."9" ~= self }
}
