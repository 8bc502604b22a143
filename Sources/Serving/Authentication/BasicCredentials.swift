import FoundationEssentials

/// A user and a password as a request names them. RFC 7617
struct BasicCredentials: Hashable {
    let user: String
    let password: [UInt8]

    /// Makes credentials.
    init(user: String, password: [UInt8]) {
        self.user = user
        self.password = password
    }

    /// Reads the header field `Authorization`; nil where there is not just one, for this scheme.
    ///
    /// A NUL has no place in either, and ends a text for some.
    init?(headers: HeaderFields) {
        let values = headers.values(of: "Authorization")
        guard values.count == 1 else { return nil }
        let parts = values[0].split(separator: " ", omittingEmptySubsequences: true)
        guard parts.count == 2, parts[0].lowercased() == "basic",
            let pair = Data(base64Encoded: String(parts[1])), !pair.contains(0),
            let colon = pair.firstIndex(of: UInt8(ascii: ":")),
            let user = String(validating: pair[..<colon], as: UTF8.self)
        else { return nil }
        self.init(user: user, password: Array(pair[(colon + 1)...]))
    }
}
