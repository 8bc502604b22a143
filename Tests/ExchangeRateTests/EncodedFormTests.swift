import Foundation
import Testing

@testable import ExchangeRate

struct EncodedFormTests {
    @Test(arguments: ["exr_live_AbCdEf0123456789", "secret", "pässwörd~~~", "???>>>???"])
    func `whatever stands around a secret, one of its forms is in the whole`(secret: String) {
        for before in 0...6 {
            for after in 0...3 {
                let text =
                    String(repeating: "a", count: before) + secret
                    + String(repeating: "z", count: after)
                let encoded = Data(text.utf8).base64EncodedString()
                let forURLs = encoded.replacing("+", with: "-").replacing("/", with: "_")
                let forms = EncodedForm.base64(of: secret)
                #expect(forms.contains { encoded.contains($0) })
                #expect(forms.contains { forURLs.contains($0) })
                #expect(forms.allSatisfy { $0.utf8.count >= 6 })
            }
        }
    }

    @Test func `hexadecimal digits are two a byte, with a zero in front`() {
        #expect(EncodedForm.hexadecimal(of: "exr\tlé") == "65787209" + "6cc3a9")
    }

    @Test func `a short secret has none, since it would be met in any text`() {
        #expect(EncodedForm.base64(of: "pw123") == [])
        #expect(EncodedForm.hexadecimal(of: "pw123") == nil)
    }
}
