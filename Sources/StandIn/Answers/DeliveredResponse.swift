import APIModel
import Serving

/// Sends an answer in the manner that it asks for.
enum DeliveredResponse {
    /// Longer than any client waits.
    private static let forever = Duration.seconds(86_400)
    /// What a peer needs to take bytes off the loopback before the reset that follows them.
    private static let settling = Duration.milliseconds(20)

    /// Waits as long as the answer wants, and makes the response.
    static func response(for answer: APIAnswer, to request: Request) -> Response {
        if answer.delivery.delay > .zero, isOver(request.pause(for: answer.delivery.delay)) {
            return .reset
        }
        var headers: HeaderFields = [:]
        for header in answer.headers {
            // The server refuses an empty value; a blank one reads the same.
            headers.append(header.name, header.value.isEmpty ? " " : header.value)
        }
        func response(_ body: ResponseBody) -> Response {
            Response(status: answer.status, headers: headers, body: body)
        }
        let bytes = answer.body
        switch answer.delivery.manner {
        case .whole:
            return response(.bytes(SharedBytes(bytes)))
        case .hang:
            _ = request.pause(for: forever)
            return .reset
        case .reset(afterBytes: nil):
            return .reset
        case .drip(let size, let interval):
            return response(
                .stream(contentLength: bytes.count) { offset in
                    guard offset < bytes.count else { return .end }
                    guard !isOver(request.pause(for: interval)) else { return .abort }
                    return .bytes(Array(bytes[offset...].prefix(size)))
                })
        case .reset(let count?):
            return response(ending(bytes, after: count, by: .reset, request))
        case .cut(let count):
            return response(ending(bytes, after: count, by: .abort, request))
        }
    }

    /// A body that ends before its announced length.
    private static func ending(
        _ bytes: [UInt8], after count: Int, by end: StreamStep, _ request: Request
    ) -> ResponseBody {
        let sent = min(count, max(0, bytes.count - 1))
        return .stream(contentLength: bytes.count) { offset in
            guard offset < sent else {
                _ = request.pause(for: settling)
                return end
            }
            return .bytes(Array(bytes[offset..<sent]))
        }
    }

    private static func isOver(_ end: PauseEnd) -> Bool {
        switch end {
        case .elapsed: false
        case .serverStops, .clientLeft: true
        }
    }
}
