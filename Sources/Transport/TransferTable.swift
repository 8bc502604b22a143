import CCurl
import Glibc
import HTTP

/// The transfers of a multi handle; it lives on the loop's thread alone.
final class TransferTable {
    /// How many handles are kept for the next requests.
    ///
    /// Each holds some 20 KB, and more than a few requests at once are rare.
    private static let spareLimit = 4
    /// The pause after an error of the multi handle as a whole, which would come again at once.
    private static let pauseMicroseconds: UInt32 = 100_000

    private let multi: UnsafeMutableRawPointer
    private var transfers: [UInt64: CurlTransfer] = [:]
    private var ids: [UnsafeMutableRawPointer: UInt64] = [:]
    private var spareHandles: [EasyHandle] = []

    init(multi: UnsafeMutableRawPointer) {
        self.multi = multi
    }

    /// Begins a transfer, or answers it with why it cannot begin.
    func start(id: UInt64, _ request: HTTPRequest, _ continuation: CurlLoop.Continuation) {
        do throws(TransportError) {
            let handle = if let spare = spareHandles.popLast() { spare } else { try EasyHandle() }
            let transfer = CurlTransfer(
                request: request, handle: handle, continuation: continuation)
            do throws(TransportError) {
                try transfer.prepare()
                try check(curl_multi_add_handle(multi, handle.pointer))
            } catch {
                keep(handle)
                throw error
            }
            transfers[id] = transfer
            ids[handle.pointer] = id
        } catch {
            continuation.resume(returning: .failure(error))
        }
    }

    /// Ends a transfer, if it is under way.
    func cancel(id: UInt64) {
        remove(id: id)?.fail(CurlLoop.cancelled)
    }

    /// Moves all transfers on, and answers those that have ended.
    func advance() {
        var running: Int32 = 0
        guard survives(curl_multi_perform(multi, &running)) else { return }
        var remaining: Int32 = 0
        while let message = curl_multi_info_read(multi, &remaining) {
            guard message.pointee.msg == CURLMSG_DONE, let pointer = message.pointee.easy_handle,
                let id = ids[pointer]
            else { continue }
            // Read before the removal, which frees the message.
            let code = exchangerate_curl_message_result(message)
            // Answered before the removal, which could overwrite curl's text of the failure.
            transfers[id]?.finish(code)
            remove(id: id)
        }
    }

    /// Sleeps until a socket, a timer of curl or a wake-up has something to do.
    func waitForActivity() {
        // curl shortens the wait to its own next timer; without one there is nothing to wake for.
        _ = survives(curl_multi_poll(multi, nil, 0, Int32.max, nil))
    }

    /// Ends all transfers and frees all handles.
    func close() {
        fail(with: CurlLoop.cancelled)
        spareHandles = []
    }

    @discardableResult
    private func remove(id: UInt64) -> CurlTransfer? {
        guard let transfer = transfers.removeValue(forKey: id) else { return nil }
        curl_multi_remove_handle(multi, transfer.handle.pointer)
        ids[transfer.handle.pointer] = nil
        keep(transfer.handle)
        return transfer
    }

    private func keep(_ handle: EasyHandle) {
        if spareHandles.count < Self.spareLimit { spareHandles.append(handle) }
    }

    private func fail(with error: TransportError) {
        for id in Array(transfers.keys) { remove(id: id)?.fail(error) }
    }

    /// Whether the multi handle still works; else no transfer of it can go on.
    private func survives(_ code: CURLMcode) -> Bool {
        do throws(TransportError) {
            try check(code)
            return true
        } catch {
            fail(with: error)
            usleep(Self.pauseMicroseconds)
            return false
        }
    }

    private func check(_ code: CURLMcode) throws(TransportError) {
        guard code == CURLM_OK else {
            let text = curl_multi_strerror(code).map { String(cString: $0) } ?? "unknown"
            throw TransportError(kind: .connect, detail: "curl: \(text)")
        }
    }
}
