/// What one client sends, in which parts, and how it ends.
struct FuzzInput: Sendable {
    /// What a client does once all is sent.
    enum Ending: CaseIterable {
        /// Reads what comes.
        case reads
        /// Closes its own side, and reads what comes.
        case closesItsSide
        /// Resets the connection before it has read anything.
        case resets
    }

    /// Each goes out by itself, after the parts of the same place of all others.
    var parts: [[UInt8]]
    var ending: Ending
    /// The methods and the statuses of the answers, where the requests are good ones; else nil.
    var expected: [Expected]?

    /// A good request's answer.
    struct Expected: Hashable {
        let method: String
        let status: Int
    }

    /// Whether one of its requests may have the method HEAD.
    var mentionsHead: Bool { Array(parts.joined()).firstRange(of: Array("HEAD".utf8)) != nil }

    /// All of it, with escapes for what cannot be printed.
    var text: String {
        parts.map { part in
            part.map { byte in
                0x20...0x7E ~= byte && byte != UInt8(ascii: "\\")
                    ? String(UnicodeScalar(byte)) : "\\x" + String(byte, radix: 16)
            }.joined()
        }.joined(separator: "|") + " then \(ending)"
    }
}
