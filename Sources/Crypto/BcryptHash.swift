import CCrypt

/// A password's bcrypt hash, as htpasswd and Prometheus' programs write it.
public struct BcryptHash: Sendable, Hashable {
    /// Why a text is no hash that can be used; says nothing of the text.
    public enum ParseError: Error, Sendable, Hashable {
        /// Something else than bcrypt, a password in the clear perhaps.
        case malformed
        /// Computing it takes too long.
        case tooCostly(cost: Int)
    }

    /// The costs that are taken; 16 takes some 3 s of a processor, each more doubles it.
    public static let costs = 4...16
    /// How many bytes the text has: `$2b$10$`, 22 of salt and 31 of hash.
    private static let length = 60

    /// The text that it was read from.
    package let text: String
    /// The binary logarithm of the rounds.
    public let cost: Int

    /// Reads a hash that begins with `$2a$`, `$2b$` or `$2y$`, which all mean the same.
    public init(parsing text: String) throws(ParseError) {
        let bytes = Array(text.utf8)
        let dollar = UInt8(ascii: "$")
        guard bytes.count == Self.length, bytes[0] == dollar, bytes[1] == UInt8(ascii: "2"),
            "aby".utf8.contains(bytes[2]), bytes[3] == dollar, bytes[6] == dollar,
            bytes[4...5].allSatisfy({ 0x30...0x39 ~= $0 }),
            bytes[7...].allSatisfy(Self.isDigit)
        else { throw .malformed }
        cost = Int(bytes[4] - 0x30) * 10 + Int(bytes[5] - 0x30)
        guard cost >= Self.costs.lowerBound else { throw .malformed }
        guard cost <= Self.costs.upperBound else { throw .tooCostly(cost: cost) }
        self.text = text
    }

    /// A hash that no password is known for, which takes as long as others of its cost.
    ///
    /// - Parameter cost: is kept within `costs`.
    public static func unmatched(cost: Int) -> BcryptHash {
        let cost = min(max(cost, costs.lowerBound), costs.upperBound)
        let digits = (cost < 10 ? "0" : "") + String(cost)
        let filling = String(repeating: ".", count: length - 7)
        return BcryptHash(text: "$2b$\(digits)$\(filling)", cost: cost)
    }

    private init(text: String, cost: Int) {
        self.text = text
        self.cost = cost
    }

    /// Whether it is the hash of a password; takes as long as the cost says.
    ///
    /// Of a password only the first 72 bytes count, as bcrypt has it. One with a NUL has no hash.
    public func matches(_ password: [UInt8]) -> Bool {
        guard !password.contains(0) else { return false }
        var output = [CChar](repeating: 0, count: Self.length + 1)
        let isMade = (password + [0]).withUnsafeBytes { password in
            exchangerate_crypt(
                password.baseAddress?.assumingMemoryBound(to: CChar.self), text, &output,
                output.count)
        }
        guard isMade != 0 else { return false }
        // Without an early end: how long it takes must not tell how much of it is right.
        let differences = zip(output, text.utf8).reduce(UInt8(0)) { differences, pair in
            differences | (UInt8(bitPattern: pair.0) ^ pair.1)
        }
        return differences == 0
    }

    /// Whether a byte is one of bcrypt's own base 64.
    private static func isDigit(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "."), UInt8(ascii: "/"), UInt8(ascii: "0")...UInt8(ascii: "9"),
            UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"):
            true
        default: false
        }
    }
}
