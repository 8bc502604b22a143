import Crypto
import Testing

struct BcryptHashTests {
    /// Known vectors of OpenBSD and Openwall.
    static let vectors: [(name: String, password: [UInt8], hash: String)] = [
        ("empty", [], "$2a$06$DCq7YPn5Rq63x1Lad4cll.TV4S6ytwfsfvkgY8jIucDrjc8deX1s."),
        (
            "letters", Array("abc".utf8),
            "$2a$06$If6bvum7DFjUnE9p2uDeDu0YHzrHM6tf.iqN8.yx.jNN1ILEf7h0i"
        ),
        (
            "symbols", Array("U*U".utf8),
            "$2a$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW"
        ),
        (
            "beyond ASCII", [0xFF, 0xFF, 0xA3],
            "$2y$05$/OK.fbVrR/bpIqNJ5ianF.CE5elHaaO4EbggVDjb8P19RukzXSM3e"
        ),
    ]

    @Test(arguments: vectors)
    func `a password is known by its hash`(name: String, password: [UInt8], text: String) throws {
        let hash = try BcryptHash(parsing: text)
        #expect(hash.matches(password))
        #expect(!hash.matches(password + Array("x".utf8)))
        #expect(!hash.matches(password + [0]))
        #expect(!hash.matches(password + [0] + Array("x".utf8)))
        #expect(!hash.matches(Array("other".utf8)))
    }

    @Test(arguments: ["a", "b", "y"])
    func `all the usual prefixes are taken`(letter: String) throws {
        let hash = try BcryptHash(
            parsing: "$2\(letter)$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW")
        #expect(hash.cost == 5)
        #expect(hash.matches(Array("U*U".utf8)))
    }

    static let malformed = [
        "", "hunter2", "$1$abcdefgh$0123456789012345678901", "$2x$05$" + filling,
        "$2$05$" + filling, "$2y$5$" + filling, "$2y$03$" + filling, "$2y$00$" + filling,
        "$2y$0a$" + filling, "$2y$05$" + filling.dropLast(), "$2y$05$" + filling + ".",
        "$2y$05$" + filling.dropLast() + ":", "$2y$05$" + filling.dropLast(2) + "ü",
    ]
    static let filling = String(repeating: ".", count: 53)

    @Test(arguments: malformed)
    func `what is no bcrypt hash is refused`(text: String) {
        #expect(throws: BcryptHash.ParseError.malformed) { try BcryptHash(parsing: text) }
    }

    @Test(arguments: [17, 31, 99])
    func `a hash that takes too long is refused with its cost`(cost: Int) {
        #expect(throws: BcryptHash.ParseError.tooCostly(cost: cost)) {
            try BcryptHash(parsing: "$2y$\(cost)$\(Self.filling)")
        }
    }

    @Test func `a hash that is nobody's has its cost and takes no password`() throws {
        let hash = BcryptHash.unmatched(cost: 4)
        #expect(hash.cost == 4)
        #expect(!hash.matches([]))
        #expect(!hash.matches(Array("hunter2".utf8)))
        #expect(BcryptHash.unmatched(cost: 10).cost == 10)
        #expect(BcryptHash.unmatched(cost: 40).cost == 16)
    }

    @Test func `only the first 72 bytes of a password count`() throws {
        // As in every program that reads such files; what is longer is not refused.
        let hash = try BcryptHash(parsing: Self.vectors[1].hash)
        #expect(!hash.matches([UInt8](repeating: 0x61, count: 600)))
    }
}
