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
