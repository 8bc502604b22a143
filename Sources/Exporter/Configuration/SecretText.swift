import Domain

/// Why a text cannot be a secret; says nothing of the text.
enum SecretError: Error, Hashable, CustomStringConvertible {
    case file(FileError)
    /// A control character or one beyond ASCII: nothing that a header can carry.
    case badCharacter
    /// A control character or a byte order mark inside, or bytes that are not UTF-8.
    case badText

    /// Whether the file could not be read, whatever is in it.
    var isOfFile: Bool {
        switch self {
        case .file: true
        case .badCharacter, .badText: false
        }
    }

    var description: String {
        switch self {
        case .file(let error): error.description
        case .badText:
            "is not UTF-8, or holds a control character or a byte order mark inside; write the "
                + "secret on one line of UTF-8"
        case .badCharacter:
            "holds a control character or one beyond ASCII inside; write the secret on one line"
        }
    }
}

/// Takes secrets from files and variables.
enum SecretText {
    /// The longest file of secrets.
    static let lengthLimit = 16 * 1024

    /// Which characters a secret may have inside; control characters are never among them.
    enum Characters {
        /// Those that a header field carries as they are.
        case ascii
        /// All, for what is encoded before it is sent, such as the pair of basic authentication.
        case unicode
    }

    /// The secret in a file; nil where the file is blank.
    static func read(
        file path: String, of characters: Characters = .ascii
    ) throws(SecretError) -> Secret? {
        let bytes: [UInt8]
        do throws(FileError) {
            bytes = try FileContents.read(path, limit: lengthLimit)
        } catch {
            throw .file(error)
        }
        return try secret(bytes, of: characters)
    }

    /// The secret in some text: without the blanks and line ends around it; nil where it is blank.
    static func secret(
        _ bytes: some Collection<UInt8>, of characters: Characters = .ascii
    ) throws(SecretError) -> Secret? {
        let blanks: [UInt8] = [0x20, 0x09, 0x0A, 0x0D]
        let start = bytes.drop { blanks.contains($0) }
        let trimmed = Array(start.reversed().drop { blanks.contains($0) }.reversed())
        guard !trimmed.isEmpty else { return nil }
        switch characters {
        case .ascii:
            guard trimmed.allSatisfy({ 0x20...0x7E ~= $0 }) else { throw .badCharacter }
            return Secret(String(decoding: trimmed, as: UTF8.self))
        case .unicode:
            guard let text = String(validating: trimmed, as: UTF8.self),
                text.unicodeScalars.allSatisfy(isPlain)
            else { throw .badText }
            return Secret(text)
        }
    }

    private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.generalCategory != .control && scalar != "\u{FEFF}"
    }
}
