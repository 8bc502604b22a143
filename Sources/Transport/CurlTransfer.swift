import CCurl
import HTTP

/// One request under way: what curl has been told, and what has come of it so far.
///
/// Lives on the loop's thread alone; curl's callbacks reach it by an unretained pointer, which is
/// right because the loop holds it until its handle has left the multi handle.
final class CurlTransfer {
    /// Why the transfer itself told curl to stop.
    private enum Stop {
        case bodyLimit
        case head(ResponseHead.Refusal)
    }

    let handle: EasyHandle
    private let request: HTTPRequest
    private let continuation: CurlLoop.Continuation
    private var head = ResponseHead()
    private var body: [UInt8] = []
    private var stop: Stop?

    init(request: HTTPRequest, handle: EasyHandle, continuation: CurlLoop.Continuation) {
        self.request = request
        self.handle = handle
        self.continuation = continuation
    }

    /// Makes the handle ready to be added to the multi handle.
    func prepare() throws(TransportError) {
        try handle.configure(for: request)
        let context = Unmanaged.passUnretained(self).toOpaque()
        try handle.set(CURLOPT_WRITEFUNCTION, callback: receiveBody)
        try handle.set(CURLOPT_WRITEDATA, context)
        try handle.set(CURLOPT_HEADERFUNCTION, callback: receiveHeaderLine)
        try handle.set(CURLOPT_HEADERDATA, context)
        try handle.set(CURLOPT_PRIVATE, context)
    }

    /// Answers the request with what curl made of it.
    func finish(_ code: CURLcode) {
        continuation.resume(returning: result(code))
    }

    /// Answers the request with an error of ours.
    func fail(_ error: TransportError) {
        continuation.resume(returning: .failure(error))
    }

    /// Takes decompressed bytes of the body; false stops the transfer.
    fileprivate func receive(body bytes: UnsafeRawBufferPointer) -> Bool {
        let room = request.bodyLimit - body.count
        body.append(contentsOf: bytes.prefix(max(0, room)))
        guard bytes.count <= room else {
            stop = .bodyLimit
            return false
        }
        return true
    }

    /// Takes a header line; false stops the transfer.
    fileprivate func receive(headerLine bytes: UnsafeRawBufferPointer) -> Bool {
        do {
            try head.take(line: bytes)
            return true
        } catch {
            stop = .head(error)
            return false
        }
    }

    private func result(_ code: CURLcode) -> Result<HTTPResponse, TransportError> {
        switch stop {
        case .head(let refusal):
            return .failure(
                TransportError(
                    kind: .interrupted, head: head.response, detail: refusal.description))
        case .bodyLimit, nil:
            guard var response = head.response else {
                return .failure(
                    CurlFailure.error(code, handle: handle, request: request, head: nil))
            }
            // To curl a head that ends with its connection is a whole answer without a body.
            guard code == CURLE_OK && head.isComplete || stop != nil else {
                return .failure(
                    CurlFailure.error(code, handle: handle, request: request, head: response))
            }
            response.body = body
            response.isBodyTruncated = stop != nil
            return .success(response)
        }
    }
}

/// Hands bytes of a body over; curl takes any other count than its own as the wish to stop.
///
/// https://curl.se/libcurl/c/CURLOPT_WRITEFUNCTION.html
private func receiveBody(
    _ data: UnsafeMutablePointer<CChar>?, _ size: Int, _ count: Int,
    _ context: UnsafeMutableRawPointer?
) -> Int {
    receive(data, size * count, context) { $0.receive(body: $1) }
}

/// Hands one header line over (https://curl.se/libcurl/c/CURLOPT_HEADERFUNCTION.html).
private func receiveHeaderLine(
    _ data: UnsafeMutablePointer<CChar>?, _ size: Int, _ count: Int,
    _ context: UnsafeMutableRawPointer?
) -> Int {
    receive(data, size * count, context) { $0.receive(headerLine: $1) }
}

private func receive(
    _ data: UnsafeMutablePointer<CChar>?, _ count: Int, _ context: UnsafeMutableRawPointer?,
    by take: (CurlTransfer, UnsafeRawBufferPointer) -> Bool
) -> Int {
    guard let context else { return 0 }
    let transfer = Unmanaged<CurlTransfer>.fromOpaque(context).takeUnretainedValue()
    let bytes = UnsafeRawBufferPointer(start: data, count: data == nil ? 0 : count)
    if take(transfer, bytes) { return count }
    // Not the count, be it 0.
    return count == 0 ? 1 : 0
}
