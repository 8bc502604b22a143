import Testing

@testable import Serving

struct FairQueueTests {
    private var queue = FairQueue<String>(capacity: 4)

    private mutating func append(_ element: String, _ peer: UInt32, _ user: String) -> String? {
        queue.append(element, of: Asker(peer: .ipv4(peer), user: user))
    }

    private mutating func order() -> [String] {
        var taken: [String] = []
        while let next = queue.next() { taken.append(next) }
        return taken
    }

    @Test mutating func `one asker is served in its order, and refused once all places are taken`()
    {
        let refused = (1...6).map { append("\($0)", 1, "ada") }
        #expect(refused == [nil, nil, nil, nil, "5", "6"])
        #expect(order() == ["1", "2", "3", "4"])
    }

    @Test mutating func `another peer takes a place of who has the most, and the next turn`() {
        for index in 1...4 { _ = append("\(index)", 1, "ada") }
        _ = queue.next()
        _ = append("5", 1, "ada")
        #expect(append("other", 2, "ada") == "5")
        #expect(append("6", 1, "bob") == "4")
        #expect(append("7", 2, "bob") == "3")
        #expect(append("8", 2, "bob") == "8")
        #expect(order() == ["other", "6", "7", "2"])
    }

    @Test mutating func `users that a peer names share what it has`() {
        for index in 1...4 { _ = append("\(index)", 1, "ada") }
        #expect(queue.next() == "1")
        _ = append("5", 1, "ada")
        #expect(append("bob", 1, "bob") == "5")
        #expect(append("6", 1, "ada") == "6")
        #expect(order() == ["bob", "2", "3", "4"])
    }

    @Test mutating func `turns go round however many wait`() {
        _ = append("a1", 1, "ada")
        _ = append("a2", 1, "ada")
        _ = append("b1", 2, "ada")
        _ = append("b2", 2, "bob")
        #expect(order() == ["a1", "b1", "a2", "b2"])
    }
}
