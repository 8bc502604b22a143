import Crypto
import Testing

struct SHA256Tests {
    /// One of the examples that NIST publishes for FIPS 180-4.
    struct Vector: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let bytes: [UInt8]
        let digest: String

        init(_ name: String, _ bytes: [UInt8], digest: String) {
            testDescription = name
            self.bytes = bytes
            self.digest = digest
        }
    }

    static let vectors = [
        Vector(
            "no byte", [],
            digest: "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
        Vector(
            "one block", Array("abc".utf8),
            digest: "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
        Vector(
            "two blocks", Array("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq".utf8),
            digest: "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"),
        Vector(
            "a million bytes", [UInt8](repeating: UInt8(ascii: "a"), count: 1_000_000),
            digest: "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"),
    ]

    @Test(arguments: vectors)
    func `digests are those of the standard`(vector: Vector) throws {
        #expect(try SHA256.digest(of: vector.bytes).hexadecimal == vector.digest)
    }
}
