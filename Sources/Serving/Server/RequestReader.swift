import CMicroHTTPD
import Glibc

/// Reads the head of a request from microhttpd.
enum RequestReader {
    /// The head, with the request line's parts where microhttpd keeps them.
    static func head(
        of connection: OpaquePointer, context: RequestContext, method: UnsafePointer<CChar>,
        version: UnsafePointer<CChar>
    ) -> RequestHead {
        var headers = HeaderFields()
        // As many as a scraper sends.
        headers.reserveCapacity(8)
        withUnsafeMutablePointer(to: &headers) { pointer in
            _ = MHD_get_connection_values_n(connection, .HEADER_KIND, appendField, pointer)
        }
        return RequestHead(
            method: String(cString: method), target: context.target,
            version: String(cString: version), headers: headers,
            isLineIntact: isLineIntact(context: context, method: method, version: version),
            memory: exchangerate_mhd_request_memory(connection))
    }

    /// Whether method, target and version follow each other with one byte between them.
    ///
    /// They are cut in place out of the request line, so that a NUL in one, which C takes for its
    /// end, and a second space leave a gap.
    private static func isLineIntact(
        context: RequestContext, method: UnsafePointer<CChar>, version: UnsafePointer<CChar>
    ) -> Bool {
        UInt(bitPattern: method) + UInt(strlen(method)) + 1 == context.targetAddress
            && context.targetAddress + UInt(context.targetLength) + 1 == UInt(bitPattern: version)
    }
}

// `context` is the `HeaderFields` that `RequestReader.head` lends for the call.
private func appendField(
    _ context: UnsafeMutableRawPointer?, _ kind: MHD_ValueKind, _ name: UnsafePointer<CChar>?,
    _ nameLength: Int, _ value: UnsafePointer<CChar>?, _ valueLength: Int
) -> MHD_Result {
    context?.assumingMemoryBound(to: HeaderFields.self).pointee
        .append(text(name, nameLength), text(value, valueLength))
    return .YES
}

private func text(_ start: UnsafePointer<CChar>?, _ length: Int) -> String {
    guard let start else { return "" }
    return String(decoding: UnsafeRawBufferPointer(start: start, count: length), as: UTF8.self)
}
