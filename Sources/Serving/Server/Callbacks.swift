import CMicroHTTPD
import Glibc

// microhttpd calls these on its own threads. `context` is the `Dispatcher` that `Daemon` keeps alive
// until the last call has returned, so it is taken unretained.

private func dispatcher(_ context: UnsafeMutableRawPointer?) -> Dispatcher? {
    context.map { Unmanaged<Dispatcher>.fromOpaque($0).takeUnretainedValue() }
}

/// Is called once for each request, when its first line has come; `requestCompleted` frees what it
/// returns.
func requestLineReceived(
    _ context: UnsafeMutableRawPointer?, _ target: UnsafePointer<CChar>?,
    _ connection: OpaquePointer?
) -> UnsafeMutableRawPointer? {
    guard let target else { return nil }
    let request = RequestContext(
        target: String(cString: target), address: UInt(bitPattern: target),
        length: strlen(target))
    exchangerate_mhd_hide_query(target)
    return Unmanaged.passRetained(request).toOpaque()
}

/// Is called when the head of a request has come, for each part of its body, and at its end.
func requestReceived(
    _ context: UnsafeMutableRawPointer?, _ connection: OpaquePointer?,
    _ url: UnsafePointer<CChar>?, _ method: UnsafePointer<CChar>?,
    _ version: UnsafePointer<CChar>?, _ upload: UnsafePointer<CChar>?,
    _ uploadSize: UnsafeMutablePointer<Int>?,
    _ requestContext: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
) -> MHD_Result {
    guard let dispatcher = dispatcher(context), let connection, let method, let version,
        let uploadSize,
        let pointer = requestContext?.pointee
    else { return .NO }
    let request = Unmanaged<RequestContext>.fromOpaque(pointer).takeUnretainedValue()
    switch request.stage {
    case .head:
        let head = RequestReader.head(
            of: connection, context: request, method: method, version: version)
        return dispatcher.receiveHead(head, context: request, on: connection)
    case .verifying(let head, let verification):
        return dispatcher.admit(
            head, after: verification.outcome, context: request, on: connection)
    case .body(var pending):
        guard uploadSize.pointee > 0 else {
            return dispatcher.respond(to: pending, context: request, on: connection)
        }
        let part = UnsafeRawBufferPointer(start: upload, count: uploadSize.pointee)
        uploadSize.pointee = 0
        request.stage = .head
        pending.append(part)
        request.stage = .body(pending)
        return .YES
    case .awaiting(let deferred, let label):
        return dispatcher.settle(deferred, label: label, context: request, on: connection)
    case .answered:
        return .NO
    }
}

/// Is called once for each request whose first line has come, however it ended.
func requestCompleted(
    _ context: UnsafeMutableRawPointer?, _ connection: OpaquePointer?,
    _ requestContext: UnsafeMutablePointer<UnsafeMutableRawPointer?>?,
    _ cause: MHD_RequestTerminationCode
) {
    if let pointer = requestContext?.pointee {
        Unmanaged<RequestContext>.fromOpaque(pointer).release()
        requestContext?.pointee = nil
    }
    guard let dispatcher = dispatcher(context), let connection else { return }
    dispatcher.table.answerLeft(connectionID(of: connection))
}

/// Is called when a connection begins, and before its descriptor is closed.
func connectionChanged(
    _ context: UnsafeMutableRawPointer?, _ connection: OpaquePointer?,
    _ socketContext: UnsafeMutablePointer<UnsafeMutableRawPointer?>?,
    _ change: MHD_ConnectionNotificationCode
) {
    guard let dispatcher = dispatcher(context), let connection, let socketContext else { return }
    switch change {
    case .CONNECTION_NOTIFY_STARTED:
        let id = dispatcher.table.id(of: exchangerate_mhd_socket(connection))
        // The number of the connection itself, as a pointer's bits: there is nothing to free.
        socketContext.pointee = UnsafeMutableRawPointer(bitPattern: id)
        dispatcher.connectionBegan(id, session: exchangerate_mhd_tls_session(connection))
    case .CONNECTION_NOTIFY_CLOSED:
        dispatcher.table.remove(UInt(bitPattern: socketContext.pointee))
    @unknown default:
        break
    }
}
