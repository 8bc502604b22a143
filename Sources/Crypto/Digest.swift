/// The 32 bytes that SHA-256 makes, of a text alone or together with a key.
public struct Digest: Sendable, Hashable {
    /// How many bytes it has.
    public static let size = 32

    public let bytes: [UInt8]

    /// Two digits a byte, in lower case.
    public var hexadecimal: String {
        let digits = Array("0123456789abcdef")
        return bytes.reduce(into: "") { text, byte in
            text.append(digits[Int(byte >> 4)])
            text.append(digits[Int(byte & 15)])
        }
    }
}
