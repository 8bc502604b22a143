import HTTP

/// Collects the status line and the headers of an answer, within bounds.
///
/// An answer can begin with heads of its own (`100 Continue`): the last one counts. Lines after
/// the last head are trailers, which say nothing that anybody here reads.
struct ResponseHead {
    /// What is wrong with a head.
    enum Refusal: Error, CustomStringConvertible {
        /// Over `byteLimit` or `countLimit`, or a line over the 100 KiB that curl takes, which it
        /// tells as a lack of memory.
        case tooLarge
        case encoding

        var description: String {
            switch self {
            case .tooLarge:
                "the headers are larger than \(byteLimit / 1024) KiB or \(countLimit) lines"
            case .encoding: "the body has an encoding that was not asked for"
            }
        }
    }

    /// The most bytes of all header lines.
    ///
    /// A real answer has 2 KB; the limits that servers set to requests lie at 8 to 64 KB.
    static let byteLimit = 64 * 1024
    /// The most header lines.
    static let countLimit = 200

    private(set) var status: Int?
    private(set) var headers = HTTPHeaders()
    /// Whether the blank line after a final head has come.
    private(set) var isComplete = false
    private var byteCount = 0
    private var lineCount = 0

    /// The head as a response without a body, if a final status line has come.
    var response: HTTPResponse? {
        guard let status, status >= 200 else { return nil }
        return HTTPResponse(status: status, headers: headers)
    }

    /// Takes one line, its line break included, as curl hands it over.
    mutating func take(line: UnsafeRawBufferPointer) throws(Refusal) {
        byteCount += line.count
        lineCount += 1
        guard byteCount <= Self.byteLimit, lineCount <= Self.countLimit else { throw .tooLarge }

        let text = Self.trimmed(line[...])
        if let status = Self.status(of: text) {
            self.status = status
            headers = HTTPHeaders()
            isComplete = false
        } else if line.allSatisfy({ $0 == 0x0D || $0 == 0x0A }) {
            // A line of blanks goes on with the one before it, and the head with it.
            isComplete = status.map { $0 >= 200 } ?? false
            if isComplete { try checkEncoding() }
        } else if !isComplete, let colon = text.firstIndex(of: UInt8(ascii: ":")) {
            headers.add(
                name: String(decoding: text[..<colon], as: UTF8.self),
                value: String(decoding: Self.trimmed(text[(colon + 1)...]), as: UTF8.self))
        }
    }

    /// Refuses what unfolds with a large window: brotli's is up to 16 MB, that of zstd 128 MB.
    private func checkEncoding() throws(Refusal) {
        let encodings = headers.values(of: "Content-Encoding").flatMap { $0.split(separator: ",") }
        for encoding in encodings {
            let name = String(encoding).lowercased().filter { $0 != " " && $0 != "\t" }
            guard ["gzip", "x-gzip", "deflate", "identity"].contains(name) else { throw .encoding }
        }
    }

    /// The three digits of `HTTP/1.1 200 OK`; nil where the line is no status line.
    ///
    /// curl itself takes any line that begins with `HTTP/` for one, and reads what it can of it.
    private static func status(of line: Slice<UnsafeRawBufferPointer>) -> Int? {
        guard line.starts(with: "HTTP/".utf8), let space = line.firstIndex(of: 0x20) else {
            return nil
        }
        let isDigit = { (byte: UInt8) in UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte }
        let version = line[..<space].dropFirst(5)
        let code = line[(space + 1)...].prefix { $0 != 0x20 }
        let parts = version.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard parts.count <= 2, parts.allSatisfy({ $0.count == 1 && $0.allSatisfy(isDigit) }),
            code.count == 3, code.allSatisfy(isDigit)
        else { return nil }
        return Int(String(decoding: code, as: UTF8.self))
    }

    private static func trimmed(
        _ bytes: Slice<UnsafeRawBufferPointer>
    ) -> Slice<UnsafeRawBufferPointer> {
        let isSpace = { (byte: UInt8) in byte == 0x20 || 9...13 ~= byte }
        guard let first = bytes.firstIndex(where: { !isSpace($0) }),
            let last = bytes.lastIndex(where: { !isSpace($0) })
        else { return bytes[bytes.endIndex...] }
        return bytes[first...last]
    }
}
