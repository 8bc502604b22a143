import Serving
import Testing

@Suite struct DescriptorLimitTests {
    @Test(arguments: [
        (limit: 1_048_576, reserve: 64, connections: 1_048_512),
        (limit: 256, reserve: 64, connections: 192),
        (limit: 128, reserve: 96, connections: 32),
        (limit: 128, reserve: 120, connections: 32),
        (limit: 128, reserve: 1000, connections: 32),
        (limit: 2, reserve: 64, connections: 1),
        (limit: .max, reserve: 64, connections: .max - 64),
    ])
    func `connections leave the reserve, and have a quarter at least`(
        limit: Int, reserve: Int, connections: Int
    ) {
        #expect(DescriptorLimit(count: limit).connections(reserve: reserve) == connections)
    }
}
