/// What holds of every text that leaves the process.
enum PrintedText {
    /// Throws where a terminal would obey the text, or where it shows a secret.
    ///
    /// - Parameters:
    ///   - name: what is printed.
    ///   - allowed: control characters that belong to its form.
    ///   - secrets: what was planted in the input.
    static func check(
        _ text: String, of name: String, allowing allowed: String = "\n",
        hiding secrets: [String] = []
    ) throws(BrokenPromise) {
        for scalar in text.unicodeScalars where !allowed.unicodeScalars.contains(scalar) {
            switch scalar.properties.generalCategory {
            case .control, .lineSeparator, .paragraphSeparator:
                throw BrokenPromise("\(name) has U+\(String(scalar.value, radix: 16)): \(text)")
            default: continue
            }
        }
        for secret in secrets where text.utf8.contains(secret.utf8) {
            throw BrokenPromise("\(name) shows \(secret): \(text)")
        }
    }
}
