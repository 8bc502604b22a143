import CMicroHTTPD

/// A response in microhttpd's form, for one connection.
struct MHDResponse: ~Copyable {
    private let response: OpaquePointer

    private init(owning response: OpaquePointer) {
        self.response = response
    }

    /// Makes one; nil where memory is short, the body is a reset, or a header field is malformed.
    static func make(_ response: Response, socket: Int32, closes: Bool) -> MHDResponse? {
        let pointer: OpaquePointer? =
            switch response.body {
            case .bytes(let bytes): fromBytes(bytes)
            case .stream(let length, let next): fromStream(length, next, socket: socket)
            case .reset: nil
            }
        guard let pointer else { return nil }
        let made = MHDResponse(owning: pointer)
        for field in response.headers.fields {
            guard MHD_add_response_header(pointer, field.name, field.value) == .YES else {
                return nil
            }
        }
        if closes { MHD_add_response_header(pointer, "Connection", "close") }
        return made
    }

    deinit { MHD_destroy_response(response) }

    /// Hands it to a connection, which keeps what it needs of it.
    borrowing func queue(status: Int, on connection: OpaquePointer) -> MHD_Result {
        MHD_queue_response(connection, UInt32(clamping: status), response)
    }

    private static func fromBytes(_ bytes: SharedBytes) -> OpaquePointer? {
        // The response owns a reference until `releaseBytes`, so that the pointer stays good.
        let owned = Unmanaged.passRetained(bytes)
        let made = bytes.withUnsafeBytes { buffer in
            MHD_create_response_from_buffer_with_free_callback_cls(
                buffer.count, UnsafeMutableRawPointer(mutating: buffer.baseAddress),
                releaseBytes, owned.toOpaque())
        }
        if made == nil { owned.release() }
        return made
    }

    private static func fromStream(
        _ length: Int?, _ next: @escaping @Sendable (Int) -> StreamStep, socket: Int32
    ) -> OpaquePointer? {
        let reader = Unmanaged.passRetained(StreamReader(socket: socket, next: next))
        // `MHD_SIZE_UNKNOWN` is a macro; it has all bits set.
        let size = length.map { UInt64(max($0, 0)) } ?? .max
        let made = MHD_create_response_from_callback(
            size, 4096, readStream, reader.toOpaque(), freeStream)
        if made == nil { reader.release() }
        return made
    }
}

private func releaseBytes(_ context: UnsafeMutableRawPointer?) {
    guard let context else { return }
    Unmanaged<SharedBytes>.fromOpaque(context).release()
}
