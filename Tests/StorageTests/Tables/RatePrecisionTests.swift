import Domain
import Foundation
import Freshness
import Storage
import Testing

struct RatePrecisionTests {
    @Test func `every decimal comes back exactly`() async throws {
        let folder = try TemporaryFolder()
        let base = try Samples.code("USD")
        var generator = SystemRandomNumberGenerator()
        var state = StoredState()
        for index in 0..<2_000 {
            let digits = (0..<Int.random(in: 1...38, using: &generator)).map { _ in
                "\(Int.random(in: 0...9, using: &generator))"
            }
            let significand = try #require(Decimal(string: digits.joined()))
            let rate = Decimal(
                sign: .plus, exponent: .random(in: -120...80, using: &generator),
                significand: significand)
            guard !rate.isNaN else { continue }
            state.symbols.append(
                SymbolState(
                    base: base, symbol: try Samples.code(index), expectedSince: Samples.now,
                    reading: Reading(
                        rate: rate, observedAt: Samples.now, stamp: "", source: "live")))
        }
        try await folder.fill(state)
        let store = try await folder.openStore()
        #expect(try await store.load() == state)
        #expect(state.symbols.count > 1_000)
        await store.close()
    }
}
