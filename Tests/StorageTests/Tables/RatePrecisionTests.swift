import Domain
import Foundation
import Freshness
import Storage
import TestKit
import Testing

struct RatePrecisionTests {
    @Test(arguments: [try DrawnSeed("RATE_SEED")])
    func `every decimal comes back exactly`(seed: DrawnSeed) async throws {
        let folder = try TemporaryFolder()
        let base = try Samples.code("USD")
        print("rate test: \(seed)")
        var generator = seed.generator
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
