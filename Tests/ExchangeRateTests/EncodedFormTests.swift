import Foundation
import Testing

@testable import ExchangeRate

struct Base64FormTests {
    @Test(arguments: ["exr_live_AbCdEf0123456789", "secret", "pässwörd~~~", "???>>>???"])
    func `whatever stands around a secret, one of its forms is in the whole`(secret: String) {
        for before in 0...6 {
            for after in 0...3 {
                let text =
                    String(repeating: "a", count: before) + secret
                    + String(repeating: "z", count: after)
                let encoded = Data(text.utf8).base64EncodedString()
                let forURLs = encoded.replacing("+", with: "-").replacing("/", with: "_")
                let forms = Base64Form.all(of: secret)
                #expect(forms.contains { encoded.contains($0) })
                #expect(forms.contains { forURLs.contains($0) })
                #expect(forms.allSatisfy { $0.utf8.count >= 6 })
            }
        }
    }

    @Test func `a short secret has none, since it would be met in any text`() {
        #expect(Base64Form.all(of: "pw123") == [])
    }
}
