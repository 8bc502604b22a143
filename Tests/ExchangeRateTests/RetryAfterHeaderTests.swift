import ExchangeRate
import Freshness
import Testing

struct RetryAfterHeaderTests {
    private static let year = RetryAfter.after(.seconds(366 * 86_400))
    private static let date = "Sun, 06 Nov 1994 08:49:37 GMT"
    private static let later = "Mon, 30 Nov 2026 08:49:37 GMT"

    @Test(
        arguments: [
            (["7"], .after(.seconds(7))), ([" 7 "], .after(.seconds(7))), (["0"], .after(.zero)),
            (["-5"], .after(.zero)), (["1.5"], .after(.milliseconds(1500))),
            (["0.0001"], .after(.milliseconds(1))), (["1e3"], .after(.seconds(1000))),
            (["1e9"], year), (["9999999999999999999999"], year), (["1e400"], year),
            (["-1e400"], .after(.zero)),
            ([], nil), ([""], nil), ([" "], nil), (["abc"], nil), (["7s"], nil), (["0x10"], nil),
            (["inf"], nil), (["nan"], nil), (["1,5,x"], .after(.seconds(5))), (["-"], nil),
            ([","], nil),
            ([date], .at(Timestamp(nanosecondsSinceEpoch: 784_111_777_000_000_000))),
            (
                ["Sunday, 06-Nov-94 08:49:37 GMT"],
                .at(Timestamp(nanosecondsSinceEpoch: 784_111_777_000_000_000))
            ),
            (
                ["Sun Nov  6 08:49:37 1994"],
                .at(Timestamp(nanosecondsSinceEpoch: 784_111_777_000_000_000))
            ),
            (["7", "120"], .after(.seconds(120))), (["120", "7"], .after(.seconds(120))),
            (["7, 120"], .after(.seconds(120))), (["abc", "7"], .after(.seconds(7))),
            ([later, date], .at(Timestamp(nanosecondsSinceEpoch: 1_796_028_577_000_000_000))),
            ([date, "7"], .after(.seconds(7))),
        ] as [([String], RetryAfter?)])
    func `a wait is read, or is not there`(values: [String], expected: RetryAfter?) {
        #expect(RetryAfter(headerValues: values) == expected)
    }
}
