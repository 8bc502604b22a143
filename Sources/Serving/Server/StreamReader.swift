import CMicroHTTPD
import Glibc

/// Feeds a streamed body to microhttpd, on the thread of its connection.
final class StreamReader {
    private let next: @Sendable (Int) -> StreamStep
    private let socket: Int32
    private var offset = 0
    private var pending: ArraySlice<UInt8> = []

    init(socket: Int32, next: @escaping @Sendable (Int) -> StreamStep) {
        self.socket = socket
        self.next = next
    }

    /// Fills a buffer; returns the number of bytes, or how the body ends.
    func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        while pending.isEmpty {
            switch next(offset) {
            case .bytes(let bytes):
                offset += bytes.count
                pending = bytes[...]
            case .end:
                return contentReaderEnd
            case .abort:
                return contentReaderError
            case .reset:
                resetConnection(socket)
                return contentReaderError
            }
        }
        let part = pending.prefix(buffer.count)
        buffer.copyBytes(from: part)
        pending = pending.dropFirst(part.count)
        return part.count
    }
}

// `MHD_CONTENT_READER_END_OF_STREAM` and `…_END_WITH_ERROR` are casts, which Swift does not import.
private let contentReaderEnd = -1
private let contentReaderError = -2

/// Resets a TCP connection at once; closing it is left to microhttpd.
///
/// Connecting to no address is what takes a connection down without a FIN before the RST.
/// connect(2)
func resetConnection(_ socket: Int32) {
    dropUnsent(socket)
    var nowhere = sockaddr()
    nowhere.sa_family = sa_family_t(AF_UNSPEC)
    connect(socket, &nowhere, socklen_t(MemoryLayout<sockaddr>.size))
}

// Both get the reader that `MHDResponse.init` retained; microhttpd frees it once, after its last
// read.

func readStream(
    _ context: UnsafeMutableRawPointer?, _ position: UInt64, _ buffer: UnsafeMutablePointer<CChar>?,
    _ size: Int
) -> Int {
    guard let context else { return contentReaderError }
    return Unmanaged<StreamReader>.fromOpaque(context).takeUnretainedValue()
        .read(into: UnsafeMutableRawBufferPointer(start: buffer, count: size))
}

func freeStream(_ context: UnsafeMutableRawPointer?) {
    guard let context else { return }
    Unmanaged<StreamReader>.fromOpaque(context).release()
}
