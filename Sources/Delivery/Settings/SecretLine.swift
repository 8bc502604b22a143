import Domain

/// A line of a file that holds a secret a line.
struct SecretLine {
    /// From 1.
    let number: Int
    let secret: Secret

    /// The lines that are not blank, each without the blanks around it.
    static func lines(of bytes: [UInt8]) -> [SecretLine] {
        let blanks: [UInt8] = [0x20, 0x09, 0x0D]
        let lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
        return lines.enumerated().compactMap { index, line in
            let start = line.drop { blanks.contains($0) }
            let trimmed = start.reversed().drop { blanks.contains($0) }.reversed()
            guard !trimmed.isEmpty else { return nil }
            return SecretLine(
                number: index + 1, secret: Secret(String(decoding: trimmed, as: UTF8.self)))
        }
    }
}
