import Serving

extension Response {
    /// The body as text, without the line's end; what a stream gives until it ends.
    var text: String {
        var bytes: [UInt8] = []
        switch body {
        case .bytes(let shared):
            bytes = shared.withUnsafeBytes { Array($0) }
        case .stream(_, let next):
            while case .bytes(let more) = next(bytes.count) { bytes += more }
        case .reset:
            break
        }
        if bytes.last == UInt8(ascii: "\n") { bytes.removeLast() }
        return String(decoding: bytes, as: UTF8.self)
    }
}
