import Domain

/// How many requests were sent in the month that the clock shows.
///
/// A clock that jumps over the end of a month and back finds the count that it left: the month
/// before the last change is kept. Which of two times was wrong nobody knows, so each request counts
/// for the month that the clock showed.
struct MonthCounter: Sendable, Hashable {
    private(set) var present: AccountState.MonthCount
    private(set) var former: AccountState.MonthCount?

    /// Continues what was stored, in the month that the clock shows.
    init(_ stored: AccountState?, month: AccountState.Month) {
        present = AccountState.MonthCount(
            month: stored?.month ?? month, requests: stored?.monthRequests ?? 0)
        former = stored?.formerMonth
        turn(to: month)
    }

    /// The requests of a month; 0 where it was forgotten.
    func requests(in month: AccountState.Month) -> Int {
        if month == present.month { return present.requests }
        return former?.month == month ? former?.requests ?? 0 : 0
    }

    /// Counts a request.
    mutating func add(in month: AccountState.Month) {
        turn(to: month)
        present.requests += 1
    }

    /// Takes back the request that was counted last.
    mutating func takeBack() {
        present.requests = max(0, present.requests - 1)
    }

    /// Takes in what was stored, where it could be read only after the start.
    ///
    /// Both counted the same requests, so the larger count holds.
    mutating func merge(_ stored: AccountState) {
        let counts =
            [AccountState.MonthCount(month: stored.month, requests: stored.monthRequests)]
            + [stored.formerMonth].compactMap(\.self)
        for count in counts {
            if count.month == present.month {
                present.requests = max(present.requests, count.requests)
            } else if former == nil || former?.month == count.month {
                former = AccountState.MonthCount(
                    month: count.month, requests: max(former?.requests ?? 0, count.requests))
            }
        }
    }

    private mutating func turn(to month: AccountState.Month) {
        guard month != present.month else { return }
        let requests = requests(in: month)
        former = present
        present = AccountState.MonthCount(month: month, requests: requests)
    }
}
