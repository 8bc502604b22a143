import Foundation
import HTTP

/// One request under way: what has come of its answer so far.
struct Transfer {
    typealias Continuation = CheckedContinuation<Result<HTTPResponse, TransportError>, Never>

    let bodyLimit: Int
    let continuation: Continuation
    /// Status and headers, as soon as they have come.
    var head: HTTPResponse?
    private var body: [UInt8] = []

    init(bodyLimit: Int, continuation: Continuation) {
        self.bodyLimit = bodyLimit
        self.continuation = continuation
    }

    /// Whether the body has an encoding that was not asked for.
    ///
    /// Refused, since it may unfold with a large window: brotli's is up to 16 MB, that of zstd 128 MB.
    var hasForeignEncoding: Bool {
        let encodings = head?.headers.values(of: "Content-Encoding") ?? []
        return encodings.flatMap { $0.split(separator: ",") }.contains { encoding in
            let name = encoding.lowercased().filter { $0 != " " && $0 != "\t" }
            return !["gzip", "x-gzip", "deflate", "identity"].contains(name)
        }
    }

    /// Takes decompressed bytes of the body; true where they are more than may come.
    mutating func receive(_ data: Data) -> Bool {
        let room = bodyLimit - body.count
        body.append(contentsOf: data.prefix(max(0, room)))
        return data.count > room
    }

    /// The answer with all of the body that has come.
    func response(
        fallback: HTTPResponse?, isBodyTruncated: Bool = false
    ) -> Result<HTTPResponse, TransportError> {
        guard var response = head ?? fallback else {
            return .failure(
                TransportError(kind: .interrupted, detail: "the answer is not one of HTTP"))
        }
        response.body = body
        response.isBodyTruncated = isBodyTruncated
        return .success(response)
    }
}
