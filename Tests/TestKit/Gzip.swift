import CZlib

/// Compresses pieces one after the other into one stream of gzip.
///
/// - Parameter flush: what ends each piece, as zlib names it; nil: nothing between them, and the end
///   of the stream after the last.
public func gzip(_ pieces: [[UInt8]], level: Int32 = 6, flush: Int32? = nil) -> [UInt8] {
    var stream = z_stream()
    // 15 bits of window, and 16 for the wrapping of gzip.
    guard exchangerate_zlib_deflate_init(&stream, level, 31, 8) == Z_OK else { return [] }
    defer { deflateEnd(&stream) }
    var packed: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 65_536)
    for (index, piece) in pieces.enumerated() {
        var input = piece
        input.withUnsafeMutableBufferPointer { buffer in
            stream.next_in = buffer.baseAddress
            stream.avail_in = UInt32(buffer.count)
            let isLast = index == pieces.count - 1
            repeat {
                chunk.withUnsafeMutableBufferPointer { output in
                    stream.next_out = output.baseAddress
                    stream.avail_out = UInt32(output.count)
                    deflate(&stream, flush ?? (isLast ? Z_FINISH : Z_NO_FLUSH))
                }
                packed += chunk.prefix(chunk.count - Int(stream.avail_out))
            } while stream.avail_out == 0
        }
    }
    return packed
}

/// The head of an answer whose body is packed.
public func gzipHead(length: Int) -> String {
    "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: \(length)\r\n\r\n"
}

/// Why bytes are no gzip.
public struct NotGzip: Error {}

/// Unpacks one member of gzip by zlib, which checks the sum and the length in its trailer.
///
/// - Parameter limit: the most bytes that it may unfold to.
public func gunzip(_ packed: [UInt8], limit: Int) throws(NotGzip) -> [UInt8] {
    // 15 bits of window, and 16 for the wrapping of gzip.
    let (bytes, rest) = try unpack(packed, windowBits: 31, limit: limit)
    guard rest == 0 else { throw NotGzip() }
    return bytes
}

/// Unpacks deflated data without a wrapping; `rest` is how many bytes stand behind it.
///
/// - Parameter limit: the most bytes that it may unfold to.
public func inflate(
    _ packed: [UInt8], limit: Int
) throws(NotGzip) -> (bytes: [UInt8], rest: Int) {
    try unpack(packed, windowBits: -15, limit: limit)
}

private func unpack(
    _ packed: [UInt8], windowBits: Int32, limit: Int
) throws(NotGzip) -> (bytes: [UInt8], rest: Int) {
    let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
    stream.initialize(to: z_stream())
    defer { stream.deallocate() }
    let size = Int32(MemoryLayout<z_stream>.size)
    guard inflateInit2_(stream, windowBits, ZLIB_VERSION, size) == Z_OK else { throw NotGzip() }
    defer { inflateEnd(stream) }
    var packed = packed
    var bytes = [UInt8](repeating: 0, count: limit + 1)
    let result = packed.withUnsafeMutableBufferPointer { input in
        bytes.withUnsafeMutableBufferPointer { output in
            stream.pointee.next_in = input.baseAddress
            stream.pointee.avail_in = UInt32(input.count)
            stream.pointee.next_out = output.baseAddress
            stream.pointee.avail_out = UInt32(output.count)
            return CZlib.inflate(stream, Z_FINISH)
        }
    }
    guard result == Z_STREAM_END else { throw NotGzip() }
    return (Array(bytes[..<Int(stream.pointee.total_out)]), Int(stream.pointee.avail_in))
}
