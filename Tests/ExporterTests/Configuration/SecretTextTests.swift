import Domain
import Testing

@testable import Exporter

struct SecretTextTests {
    @Test(arguments: [
        ("u:p", "u:p"), (" müller:pä:ß €\r\n", "müller:pä:ß €"), ("\n", nil),
        ("a:💶\u{301}", "a:💶\u{301}"),
    ])
    func `what is encoded before it is sent may be any text of UTF-8`(
        text: String, secret: String?
    ) throws {
        #expect(try SecretText.secret(text.utf8, of: .unicode)?.reveal() == secret)
    }

    @Test(arguments: [
        Array("u:a\nb".utf8), Array("u:a\u{0}b".utf8), Array("u:a\u{85}b".utf8),
        Array("u:a\u{7F}b".utf8), Array("\u{FEFF}u:p".utf8), Array("u:".utf8) + [0xFF],
        Array("u:".utf8) + [0xC3],
    ])
    func `control characters and what is no UTF-8 are refused`(bytes: [UInt8]) {
        #expect(throws: SecretError.badText) { try SecretText.secret(bytes, of: .unicode) }
    }

    @Test func `what is sent as it is must be ASCII`() throws {
        #expect(try SecretText.secret("a~ b\n".utf8)?.reveal() == "a~ b")
        #expect(throws: SecretError.badCharacter) { try SecretText.secret("ü".utf8) }
    }
}
