import FoundationEssentials

/// How a secret looks inside of a longer text that is encoded in base64.
///
/// Three bytes make four characters, so a secret has three forms, by where it begins. The characters
/// at its ends that also depend on what stands beside it are left out.
enum Base64Form {
    /// Shorter secrets have forms that are met in any text.
    private static let shortestSecret = 6

    /// The forms of a secret, in both alphabets of RFC 4648.
    static func all(of secret: String) -> [String] {
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
