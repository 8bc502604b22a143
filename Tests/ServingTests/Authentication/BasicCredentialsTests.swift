import Foundation
import Testing

@testable import Serving

struct BasicCredentialsTests {
    private static func base64(_ text: String) -> String { Data(text.utf8).base64EncodedString() }

    static let taken: [(field: String, user: String, password: String)] = [
        ("Basic " + base64("us:er:pa:ss"), "us", "er:pa:ss"),
        ("basic " + base64("ada:"), "ada", ""),
        ("BASIC  " + base64(":secret"), "", "secret"),
        ("Basic " + base64("müller:größe"), "müller", "größe"),
    ]

    @Test(arguments: taken)
    func `user and password end at the first colon`(
        field: String, user: String, password: String
    ) throws {
        let credentials = try #require(BasicCredentials(headers: ["authorization": field]))
        #expect(credentials == BasicCredentials(user: user, password: Array(password.utf8)))
    }

    static let refused = [
        "", "Basic", "Basic ", "Bearer " + base64("a:b"), "Basic " + base64("no colon"),
        "Basic a:b", "Basic " + base64("a:b") + "!", base64("a:b"),
        "Basic " + base64("a:b") + " x", "Basic " + base64("a\0:b"), "Basic " + base64("a:b\0c"),
        "Basic " + Data([0xFF, 0x3A, 0x61]).base64EncodedString(),
    ]

    @Test(arguments: refused)
    func `anything else is no user`(field: String) {
        #expect(BasicCredentials(headers: ["Authorization": field]) == nil)
    }

    @Test func `two fields name nobody`() {
        let field = "Basic " + Self.base64("a:b")
        #expect(BasicCredentials(headers: [:]) == nil)
        #expect(
            BasicCredentials(headers: ["Authorization": field, "authorization": field]) == nil)
    }
}
