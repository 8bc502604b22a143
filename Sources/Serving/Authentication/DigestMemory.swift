import Crypto

/// A memory of digests that forgets the oldest once it is full.
struct DigestMemory {
    private let capacity: Int
    private var members: Set<Digest> = []
    private var order: [Digest] = []
    private var oldest = 0

    init(_ capacity: Int) {
        self.capacity = capacity
    }

    func contains(_ member: Digest) -> Bool { members.contains(member) }

    mutating func insert(_ member: Digest) {
        guard members.insert(member).inserted else { return }
        guard order.count == capacity else {
            order.append(member)
            return
        }
        members.remove(order[oldest])
        order[oldest] = member
        oldest = (oldest + 1) % capacity
    }
}
