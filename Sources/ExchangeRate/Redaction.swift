import FoundationEssentials

/// Keeps secrets out of texts that came from a server, which may echo what it was sent.
///
/// Found without regard to case, wherever it stands: a secret, a part of it, its forms in base64,
/// hexadecimal digits and percent-encoding, and one whose characters are spread over a text.
package struct Redaction: Sendable {
    /// What stands in the place of a secret.
    static let mark = "<redacted>"
    /// From how many characters in a row a text holds a part of a secret.
    private enum Measure {
        /// In a text for people, where a word too many that is hidden does no harm.
        case anyPart
        /// In a word that data is judged by, which must not be lost to a likeness: `_daily` is in
        /// many a password.
        case longPart

        /// The length of a part within, and of one at the end.
        func lengths(of secret: Int) -> (within: Int, atEnd: Int) {
            switch self {
            case .anyPart:
                // Fewer are found in common words. But keys are told by their last four.
                let within = min(6, secret)
                return (within, secret >= 16 ? 4 : within)
            case .longPart:
                let length = min(max(12, secret / 2 + 1), secret)
                return (length, length)
            }
        }
    }

    /// The longest text that is searched, in scalars; more than is ever shown.
    private static let searched = 4096

    /// The fewest letters and digits of a secret that are looked for where others stand between
    /// them; fewer are met in any text.
    private static let shortestSpread = 12
    /// How often an encoding is taken off another one.
    private static let decodings = 3

    /// What is looked for: a secret, or a form of it.
    private struct Pattern {
        var scalars: [Unicode.Scalar]
        /// How many of them stand for one character of the secret.
        var width = 1

        init(_ text: some StringProtocol, width: Int = 1) {
            scalars = text.unicodeScalars.map(Redaction.folded)
            self.width = width
        }

        func lengths(_ measure: Measure) -> (within: Int, atEnd: Int) {
            let lengths = measure.lengths(of: scalars.count / width)
            return (lengths.within * width, lengths.atEnd * width)
        }
    }

    private let secrets: [Pattern]
    /// The letters and digits of secrets.
    private let spread: [Pattern]

    /// Makes a redaction; empty secrets are none.
    package init(_ secrets: [String]) {
        let secrets = secrets.filter { !$0.isEmpty }
        let digits = secrets.compactMap(EncodedForm.hexadecimal).map {
            Pattern($0, width: EncodedForm.digitsPerByte)
        }
        self.secrets =
            (secrets + secrets.flatMap(EncodedForm.base64)).map { Pattern($0) } + digits
        spread =
            secrets.map { Pattern(Self.lettersAndDigits(of: $0)) }
            .filter { $0.scalars.count >= Self.shortestSpread } + digits
    }

    /// A text for people: one line, cut, without secrets.
    package func message(_ text: String, limit: Int) -> String {
        let line = String(String.UnicodeScalarView(text.unicodeScalars.prefix(Self.searched)))
            .onOneLine()
        let cleaned = replacingParts(in: line, by: .anyPart)
        return isHidden(in: cleaned, by: .anyPart) ? Self.mark : cleaned.cut(to: limit)
    }

    /// A value that is kept as it was sent, but cut; the mark alone where it holds a secret.
    func value(_ text: String, limit: Int) -> String {
        value(text, limit: limit, by: .anyPart)
    }

    /// A word that data is judged by: as `value`, but replaced only where it holds a whole secret
    /// or a long part of one, and never where it is a known one.
    func word(_ text: String, known: Set<String>, limit: Int) -> String {
        known.contains(text) ? text : value(text, limit: limit, by: .longPart)
    }

    private func value(_ text: String, limit: Int, by measure: Measure) -> String {
        let searched = String(String.UnicodeScalarView(text.unicodeScalars.prefix(Self.searched)))
        let line = searched.onOneLine()
        let isClean =
            replacingParts(in: line, by: measure) == line && !isHidden(in: line, by: measure)
        return isClean ? searched.cut(to: limit) : Self.mark
    }

    /// Whether a secret shows when the percent-encoding is taken off, or what stands between its
    /// letters and digits.
    private func isHidden(in text: String, by measure: Measure) -> Bool {
        guard !isSpread(in: text) else { return true }
        var text = text
        for _ in 0..<Self.decodings where text.utf8.contains(UInt8(ascii: "%")) {
            text = text.decodingPercents()
            if replacingParts(in: text, by: measure) != text || isSpread(in: text) { return true }
        }
        return false
    }

    private func isSpread(in text: String) -> Bool {
        guard !spread.isEmpty else { return false }
        let letters = Pattern(Self.lettersAndDigits(of: text)).scalars
        var isSecret = [Bool](repeating: false, count: letters.count)
        for secret in spread {
            Self.mark(
                secret.scalars, lengths: secret.lengths(.longPart), in: letters, at: &isSecret)
        }
        return isSecret.contains(true)
    }

    private static func lettersAndDigits(of text: String) -> String {
        String(
            text.unicodeScalars.filter {
                "a"..."z" ~= $0 || "A"..."Z" ~= $0 || "0"..."9" ~= $0
            })
    }

    private func replacingParts(in text: String, by measure: Measure) -> String {
        let scalars = Array(text.unicodeScalars)
        let folded = scalars.map(Self.folded)
        var isSecret = [Bool](repeating: false, count: scalars.count)
        for secret in secrets {
            Self.mark(
                secret.scalars, lengths: secret.lengths(measure), in: folded, at: &isSecret)
        }
        guard isSecret.contains(true) else { return text }
        var result = String.UnicodeScalarView()
        for (index, scalar) in scalars.enumerated() {
            if !isSecret[index] {
                result.append(scalar)
            } else if index == 0 || !isSecret[index - 1] {
                result.append(contentsOf: Self.mark.unicodeScalars)
            }
        }
        return String(result)
    }

    /// Marks every run that a secret holds too, by the lengths of the common runs that end at each
    /// pair of places.
    private static func mark(
        _ secret: [Unicode.Scalar], lengths: (within: Int, atEnd: Int), in text: [Unicode.Scalar],
        at isSecret: inout [Bool]
    ) {
        var previous = [Int](repeating: 0, count: secret.count + 1)
        for (place, scalar) in text.enumerated() {
            var current = [Int](repeating: 0, count: secret.count + 1)
            for (index, wanted) in secret.enumerated() where wanted == scalar {
                let length = previous[index] + 1
                current[index + 1] = length
                let enough = index == secret.count - 1 ? lengths.atEnd : lengths.within
                guard length >= enough else { continue }
                for marked in (place - length + 1)...place { isSecret[marked] = true }
            }
            previous = current
        }
    }

    private static func folded(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
        "A"..."Z" ~= scalar ? Unicode.Scalar(UInt8(ascii: scalar) + 32) : scalar
    }
}

extension String {
    /// The text with each well-formed `%XX` as the byte that it stands for.
    fileprivate func decodingPercents() -> String {
        let bytes = Array(utf8)
        var decoded: [UInt8] = []
        var index = 0
        while index < bytes.count {
            if bytes[index] == UInt8(ascii: "%"), index + 2 < bytes.count,
                let byte = UInt8(
                    String(decoding: bytes[(index + 1)...(index + 2)], as: UTF8.self), radix: 16)
            {
                decoded.append(byte)
                index += 3
            } else {
                decoded.append(bytes[index])
                index += 1
            }
        }
        return String(decoding: decoded, as: UTF8.self)
    }
}
