import Freshness

/// Answers that stand in the place of a good one.
enum FaultyAnswer {
    /// The answer that a fault sends; nil for faults that leave the answer its place.
    static func answer(in fault: Fault, at now: Timestamp) -> APIAnswer? {
        switch fault {
        case .limit(let retryAfter):
            return Provider.failure(
                .rateLimited, at: now,
                headers: retryAfter.map { [APIAnswer.Header("Retry-After", $0)] } ?? [])
        case .error(let status, let code, let shape):
            let message = APIErrorCode(rawValue: code)?.message ?? "Something went wrong."
            return .json(status: status, shape.body(code: code, message: message), at: now)
        case .page(let bytes):
            return answer(503, "text/html; charset=utf-8", page(bytes: bytes), at: now)
        case .redirect(let location):
            var answer = answer(302, "text/html; charset=utf-8", [], at: now)
            answer.headers.append(APIAnswer.Header("Location", location))
            return answer
        case .garbage(let bytes):
            return answer(200, "application/json", garbage(bytes: bytes), at: now)
        case .empty:
            return answer(200, "application/json", [], at: now)
        case .emptyObject:
            return answer(200, "application/json", Array("{}".utf8), at: now)
        case .gzipBomb(let bytes):
            var answer = answer(
                200, "application/json", GzipBomb.stream(unfoldingTo: bytes), at: now)
            answer.headers.append(APIAnswer.Header("Content-Encoding", "gzip"))
            return answer
        case .frozen, .older, .future, .stamp, .missing, .extra, .number, .base, .source, .huge,
            .slow, .hang, .drip, .reset, .cut:
            return nil
        }
    }

    private static func answer(
        _ status: Int, _ type: String, _ body: [UInt8], at now: Timestamp
    ) -> APIAnswer {
        APIAnswer(
            status: status,
            headers: [
                APIAnswer.Header("Date", now.httpDate), APIAnswer.Header("Content-Type", type),
            ], body: body)
    }

    private static func page(bytes: Int) -> [UInt8] {
        let start = Array("<!DOCTYPE html><title>503</title><h1>Service Unavailable</h1><!--".utf8)
        let end = Array("-->".utf8)
        let padding = max(0, bytes - start.count - end.count)
        return start + [UInt8](repeating: UInt8(ascii: "."), count: padding) + end
    }

    /// Bytes without a pattern, each of which UTF-8 allows in the middle of a character alone.
    private static func garbage(bytes: Int) -> [UInt8] {
        var state: UInt32 = 0x2545_F491
        return (0..<bytes).map { _ in
            state ^= state << 13
            state ^= state >> 17
            state ^= state << 5
            return UInt8(truncatingIfNeeded: state) & 0x3F | 0x80
        }
    }
}

extension APIAnswer.Delivery {
    /// Lets a fault spoil the way of an answer; delays add up, and the last manner holds.
    mutating func apply(_ fault: Fault) {
        switch fault {
        case .slow(let wait): delay += wait
        case .hang: manner = .hang
        case .drip(let bytes, let interval): manner = .drip(bytes: bytes, interval: interval)
        case .reset(let afterBytes): manner = .reset(afterBytes: afterBytes)
        case .cut(let afterBytes): manner = .cut(afterBytes: afterBytes)
        case .limit, .error, .page, .redirect, .garbage, .empty, .emptyObject, .gzipBomb, .frozen,
            .older, .future, .stamp, .missing, .extra, .number, .base, .source, .huge:
            break
        }
    }
}
