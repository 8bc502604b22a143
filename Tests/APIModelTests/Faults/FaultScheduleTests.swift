import APIModel
import ExchangeRate
import Freshness
import Testing

struct FaultScheduleTests {
    @Test func `a count, a step, a base and a span choose the requests`() throws {
        let start = try time("2026-06-16T14:00:00Z")
        let error = Fault.error(.internalError)
        #expect(try statuses(FaultRule(error, remaining: 2), from: start) == [1, 1, 0, 0, 0, 0])
        #expect(try statuses(FaultRule(error, every: 3), from: start) == [0, 0, 1, 0, 0, 1])
        #expect(
            try statuses(FaultRule(error, remaining: 1, every: 2), from: start)
                == [0, 1, 0, 0, 0, 0])
        #expect(
            try statuses(FaultRule(error, base: try code("USD")), from: start)
                == [1, 0, 1, 0, 1, 0])
        #expect(
            try statuses(
                FaultRule(error, remaining: 2, base: try code("EUR")), from: start)
                == [0, 1, 0, 1, 0, 0])
        #expect(
            try statuses(
                FaultRule(error, from: start + .seconds(20), until: start + .seconds(40)),
                from: start) == [0, 0, 1, 1, 0, 0])
    }

    @Test func `rules are switched off by identity, by kind, or all at once`() {
        var schedule = FaultSchedule()
        let first = schedule.add(FaultRule(.hang))
        schedule.add(FaultRule(.hang))
        schedule.add(FaultRule(.empty))
        #expect(schedule.remove(id: first.id) == 1)
        #expect(schedule.remove(id: first.id) == 0)
        #expect(schedule.remove(kind: .hang) == 1)
        #expect(schedule.entries.map(\.rule.kind) == [.empty])
        #expect(schedule.entries.map(\.id) == [3])
        #expect(schedule.remove() == 1)
        #expect(schedule.entries.isEmpty)
    }

    @Test func `requests outside the interface meet no fault`() throws {
        var provider = Provider()
        provider.faults.add(FaultRule(.error(.internalError), remaining: 1))
        let now = try time("2026-06-16T14:00:00Z")
        #expect(provider.answer(to: APIRequest(target: "/other"), at: now).status == 404)
        #expect(provider.faults.entries.count == 1)
    }

    /// Which of six requests, ten seconds apart and for two bases in turn, met the fault.
    private func statuses(_ rule: FaultRule, from start: Timestamp) throws -> [Int] {
        var provider = Provider()
        provider.faults.add(rule)
        return (0..<6).map { index in
            let base = index.isMultiple(of: 2) ? "USD" : "EUR"
            let answer = provider.answer(
                to: APIRequest(target: "/v1/latest/\(base)?symbols=GBP"),
                at: start + .seconds(index * 10))
            return answer.status == 500 ? 1 : 0
        }
    }
}
