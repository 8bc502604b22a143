import Crypto
import Testing

struct HMACSHA256Tests {
    /// A test case of RFC 4231, section 4.
    struct Vector: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let key: [UInt8]
        let bytes: [UInt8]
        let code: String

        init(_ name: String, key: [UInt8], _ bytes: [UInt8], code: String) {
            testDescription = name
            self.key = key
            self.bytes = bytes
            self.code = code
        }
    }

    static let vectors = [
        Vector(
            "4.2", key: [UInt8](repeating: 0x0b, count: 20), Array("Hi There".utf8),
            code: "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"),
        Vector(
            "4.3: a key shorter than the code", key: Array("Jefe".utf8),
            Array("what do ya want for nothing?".utf8),
            code: "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"),
        Vector(
            "4.4: together longer than a block", key: [UInt8](repeating: 0xaa, count: 20),
            [UInt8](repeating: 0xdd, count: 50),
            code: "773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe"),
        Vector(
            "4.5", key: Array(0x01...0x19), [UInt8](repeating: 0xcd, count: 50),
            code: "82558a389a443c0ea4cc819899f2083a85f0faa3e578f8077a2e3ff46729665b"),
        Vector(
            "4.7: a key longer than a block", key: [UInt8](repeating: 0xaa, count: 131),
            Array("Test Using Larger Than Block-Size Key - Hash Key First".utf8),
            code: "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"),
        Vector(
            "4.8: key and bytes longer than a block", key: [UInt8](repeating: 0xaa, count: 131),
            Array(
                ("This is a test using a larger than block-size key and a larger than "
                    + "block-size data. The key needs to be hashed before being used by the "
                    + "HMAC algorithm.").utf8),
            code: "9b09ffa71b942fcb27635fbcd5b0e944bfdc63644f0713938a7f51535c3a35e2"),
    ]

    @Test(arguments: vectors)
    func `codes are those of RFC 4231`(vector: Vector) throws {
        let code = try HMACSHA256.code(for: vector.bytes, key: vector.key)
        #expect(code.hexadecimal == vector.code)
        #expect(code.bytes.count == Digest.size)
    }

    @Test func `no key and no bytes have a code too`() throws {
        #expect(
            try HMACSHA256.code(for: [], key: []).hexadecimal
                == "b613679a0814d9ec772f95d778c35fc5ff1697c493715653c6c712144292c5ad")
    }
}
