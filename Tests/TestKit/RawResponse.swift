/// A response as it stood on the wire.
public struct RawResponse: Sendable {
    public let status: Int
    public let fields: [(name: String, value: String)]
    /// The body, without the framing of chunks.
    public let body: [UInt8]

    /// The values of a header field, whose name is compared without regard to case.
    public func values(of name: String) -> [String] {
        fields.filter { $0.name.lowercased() == name.lowercased() }.map(\.value)
    }

    /// The value of a header field that stands there once; else nil.
    public subscript(name: String) -> String? {
        let values = values(of: name)
        return values.count == 1 ? values[0] : nil
    }

    /// The body as text.
    public var text: String { String(decoding: body, as: UTF8.self) }
}
