import Domain

/// Why a text cannot be a secret; says nothing of the text.
enum SecretError: Error, Hashable, CustomStringConvertible {
    case file(FileError)
    /// A control character or one beyond ASCII: nothing that a header can carry.
    case badCharacter

    var description: String {
        switch self {
        case .file(let error): error.description
        case .badCharacter:
            "holds a control character or one beyond ASCII inside; write the secret on one line"
        }
    }
}

/// Takes secrets from files and variables.
enum SecretText {
    /// The longest file of secrets.
    static let lengthLimit = 16 * 1024

    /// The secret in a file; nil where the file is blank.
    static func read(file path: String) throws(SecretError) -> Secret? {
        let bytes: [UInt8]
        do throws(FileError) {
            bytes = try FileContents.read(path, limit: lengthLimit)
        } catch {
            throw .file(error)
        }
        return try secret(bytes)
    }

    /// The secret in some text: without the blanks and line ends around it; nil where it is blank.
    static func secret(_ bytes: some Collection<UInt8>) throws(SecretError) -> Secret? {
        let blanks: [UInt8] = [0x20, 0x09, 0x0A, 0x0D]
        let start = bytes.drop { blanks.contains($0) }
        let trimmed = Array(start.reversed().drop { blanks.contains($0) }.reversed())
        guard !trimmed.isEmpty else { return nil }
        guard trimmed.allSatisfy({ 0x20...0x7E ~= $0 }) else { throw .badCharacter }
        return Secret(String(decoding: trimmed, as: UTF8.self))
    }
}
