import ExchangeRate
import Freshness
import Testing

struct RetryAfterTests {
    private static let arrival = Timestamp(nanosecondsSinceEpoch: 1_781_618_400_000_000_000)

    @Test(arguments: [
        (RetryAfter.after(.seconds(7)), Timestamp?.none, Duration.seconds(7)),
        (.after(.seconds(7)), arrival + .seconds(90), .seconds(7)),
        (.after(.seconds(-7)), nil, .zero),
        (.at(arrival + .seconds(60)), nil, .seconds(60)),
        (.at(arrival + .seconds(60)), arrival + .seconds(45), .seconds(15)),
        (.at(arrival + .seconds(60)), arrival - .seconds(3600), .seconds(3660)),
        (.at(arrival - .seconds(60)), nil, .zero),
    ])
    func `a wait counts from the arrival, a date by the server's clock`(
        asked: RetryAfter, serverTime: Timestamp?, wait: Duration
    ) {
        #expect(asked.wait(serverTime: serverTime, arrivedAt: Self.arrival) == wait)
    }
}
