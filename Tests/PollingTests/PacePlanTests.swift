import Domain
import ExchangeRate
import Freshness
import Polling
import Testing

struct PacePlanTests {
    @Test func `an interval that fits the pace stays as it is`() {
        let bases = watch("USD", every: .seconds(300))
        let plan = PacePlan(bases: bases, settings: settings { $0.requestsPerHour = 90 })
        #expect(plan.spacing == .seconds(40))
        #expect(plan.interval(of: bases[0].base) == .seconds(300))
        #expect(plan.requestsPerHour == 12)
    }

    @Test func `thirty keyless bases get their turn every twenty minutes`() {
        let bases = bases(30, every: .seconds(300))
        let plan = PacePlan(
            bases: bases,
            settings: settings {
                $0.requestsPerMinute = 10
                $0.requestsPerHour = 90
            })
        #expect(plan.interval(of: bases[0].base) == .seconds(1200))
        #expect((89.9...90).contains(plan.requestsPerHour))
    }

    @Test func `a rare base delays a frequent one by no more than it must`() {
        let bases = watch("EUR", every: .seconds(60)) + watch("USD", every: .seconds(86400))
        let plan = PacePlan(bases: bases, settings: settings { $0.requestsPerHour = 90 })
        #expect(plan.interval(of: bases[0].base) == .seconds(60))
        #expect(plan.interval(of: bases[1].base) == .seconds(86400))
    }

    @Test func `frequent and rare bases share the same lag`() {
        let mixed = bases(1, every: .seconds(60)) + bases(49, from: 1, every: .seconds(3600))
        let plan = PacePlan(bases: mixed, settings: settings { $0.requestsPerHour = 90 })
        #expect((86.5...87.5).contains(plan.interval(of: mixed[0].base).inSeconds))
        #expect((3626.5...3627.5).contains(plan.interval(of: mixed[1].base).inSeconds))
        #expect((89.9...90).contains(plan.requestsPerHour))
    }

    private func bases(_ count: Int, from first: Int = 0, every interval: Duration) -> [WatchedBase]
    {
        let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
        return (first..<first + count).compactMap { number in
            CurrencyCode("A\(letters[number / 26])\(letters[number % 26])")
        }.map { WatchedBase(base: $0, symbols: [], interval: interval) }
    }

    @Test func `no limit means no lag`() {
        let bases = watch("EUR", "GBP", "USD", every: .seconds(1))
        let plan = PacePlan(bases: bases, settings: settings())
        #expect(plan.spacing == .zero)
        #expect(plan.interval(of: bases[2].base) == .seconds(1))
    }
}
