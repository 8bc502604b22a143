import Crypto
import Testing

struct RandomBytesTests {
    @Test func `bytes are as many as asked for, and never the same`() throws {
        let all = try (0..<100).map { _ in try RandomBytes.make(count: 32) }
        #expect(all.allSatisfy { $0.count == 32 })
        #expect(Set(all).count == 100)
    }
}
