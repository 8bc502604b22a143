import APIModel
import Serving
import Testing

@testable import StandIn

struct DeliveredResponseTests {
    /// How a body ends.
    enum End: Sendable, Equatable {
        case whole
        case noAnswer
        case end
        case abort
        case reset
    }

    @Test(arguments: [
        (APIAnswer.Delivery.Manner.whole, "0123456789", End.whole, [10]),
        (.hang, "", .noAnswer, []), (.reset(afterBytes: nil), "", .noAnswer, []),
        (.drip(bytes: 4, interval: .seconds(1)), "0123456789", .end, [4, 4, 2]),
        (.reset(afterBytes: 3), "012", .reset, [3]), (.reset(afterBytes: 0), "", .reset, []),
        (.cut(afterBytes: 3), "012", .abort, [3]), (.cut(afterBytes: 99), "012345678", .abort, [9]),
    ])
    func `an answer travels in its manner`(
        manner: APIAnswer.Delivery.Manner, text: String, end: End, pieces: [Int]
    ) {
        let answer = APIAnswer(
            status: 200, headers: [APIAnswer.Header("Retry-After", "")],
            body: Array("0123456789".utf8), delivery: APIAnswer.Delivery(manner: manner))
        let response = DeliveredResponse.response(for: answer, to: Request(path: "/"))
        #expect(response.text == text)
        var seen: [Int] = []
        switch response.body {
        case .bytes(let bytes):
            #expect(end == .whole)
            seen = [bytes.count]
        case .reset:
            #expect(end == .noAnswer)
        case .stream(let length, let next):
            #expect(length == 10)
            var offset = 0
            steps: while true {
                switch next(offset) {
                case .bytes(let bytes):
                    seen.append(bytes.count)
                    offset += bytes.count
                case .end:
                    #expect(end == .end)
                    break steps
                case .abort:
                    #expect(end == .abort)
                    break steps
                case .reset:
                    #expect(end == .reset)
                    break steps
                }
            }
        }
        #expect(seen == pieces)
        // The server takes no empty header.
        #expect(end == .noAnswer || response.headers["Retry-After"] == " ")
    }
}
