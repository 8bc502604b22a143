import Domain
import Testing

@testable import Polling

struct MonthCounterTests {
    private static let may = AccountState.Month(year: 2026, month: 5)
    private static let june = AccountState.Month(year: 2026, month: 6)
    private static let july = AccountState.Month(year: 2026, month: 7)

    private static func counter(june requests: Int) -> MonthCounter {
        var counter = MonthCounter(nil, month: june)
        for _ in 0..<requests { counter.add(in: june) }
        return counter
    }

    private static func stored(_ counter: MonthCounter) -> AccountState {
        var account = AccountState(fingerprint: 1, month: counter.present.month)
        account.monthRequests = counter.present.requests
        account.formerMonth = counter.former
        return account
    }

    @Test func `a month begins at nothing`() {
        var counter = Self.counter(june: 5)
        counter.add(in: Self.july)
        #expect(counter.requests(in: Self.july) == 1)
        #expect(counter.requests(in: AccountState.Month(year: 2027, month: 7)) == 0)
    }

    @Test(arguments: [false, true])
    func `a clock that jumps over the end of a month and back finds the count it left`(
        restarts: Bool
    ) {
        var counter = Self.counter(june: 5)
        counter.add(in: Self.july)
        #expect(counter.requests(in: Self.june) == 5)
        if restarts { counter = MonthCounter(Self.stored(counter), month: Self.june) }
        counter.add(in: Self.june)
        #expect(counter.requests(in: Self.june) == 6)
        counter.add(in: Self.july)
        #expect(counter.requests(in: Self.july) == 2)
        #expect(counter.requests(in: Self.june) == 6)
    }

    @Test func `a start with a wrong clock forgets nothing`() {
        let epoch = AccountState.Month(year: 1970, month: 1)
        var counter = MonthCounter(Self.stored(Self.counter(june: 5)), month: epoch)
        #expect(counter.requests(in: epoch) == 0)
        counter.add(in: epoch)
        counter = MonthCounter(Self.stored(counter), month: Self.june)
        #expect(counter.requests(in: Self.june) == 5)
    }

    @Test func `a request that was called off does not count`() {
        var counter = Self.counter(june: 1)
        counter.takeBack()
        counter.takeBack()
        #expect(counter.requests(in: Self.june) == 0)
    }

    @Test func `of two counts of the same months the larger ones hold`() {
        var counter = Self.counter(june: 2)
        counter.add(in: Self.july)
        var account = AccountState(fingerprint: 1, month: Self.june)
        account.monthRequests = 40
        account.formerMonth = AccountState.MonthCount(month: Self.may, requests: 900)
        counter.merge(account)
        #expect(counter.requests(in: Self.june) == 40)
        #expect(counter.requests(in: Self.july) == 1)
        var fresh = MonthCounter(nil, month: Self.june)
        fresh.merge(account)
        #expect(fresh.requests(in: Self.june) == 40)
        #expect(fresh.requests(in: Self.may) == 900)
    }
}
