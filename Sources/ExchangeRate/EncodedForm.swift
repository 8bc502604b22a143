import FoundationEssentials

/// How a secret looks inside of a longer text that is encoded.
enum EncodedForm {
    /// Shorter secrets have forms that are met in any text.
    private static let shortestSecret = 6

    /// How many characters a byte has in hexadecimal digits.
    static let digitsPerByte = 2

    /// A secret as hexadecimal digits, small ones; nil for a short one.
    static func hexadecimal(of secret: String) -> String? {
        guard secret.utf8.count >= shortestSecret else { return nil }
        let digits = Array("0123456789abcdef")
        return String(secret.utf8.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] })
    }

    /// The forms of a secret in both base64 alphabets of RFC 4648.
    ///
    /// Three bytes make four characters, so a secret has three forms, by where it begins. The
    /// characters at its ends that also depend on what stands beside it are left out.
    static func base64(of secret: String) -> [String] {
        guard secret.utf8.count >= shortestSecret else { return [] }
        return (0...2).flatMap { offset -> [String] in
            let standard = form(of: Array(secret.utf8), after: offset)
            let forURLs = standard.replacing("+", with: "-").replacing("/", with: "_")
            return standard == forURLs ? [standard] : [standard, forURLs]
        }
    }

    private static func form(of bytes: [UInt8], after offset: Int) -> String {
        let encoded = Data([UInt8](repeating: 0, count: offset) + bytes).base64EncodedString()
        // Eight bits a byte, six a character: the first whole one, and the one after the last.
        let first = (offset * 8 + 5) / 6
        let end = (offset + bytes.count) * 8 / 6
        return String(encoded.prefix(end).dropFirst(first))
    }
}
