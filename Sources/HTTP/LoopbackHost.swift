/// The names and addresses by which a machine reaches itself.
package enum LoopbackHost {
    /// Whether the host of a URL, with or without its brackets, is one of them.
    ///
    /// The names are those that RFC 6761 keeps for it in 6.3; of IPv4 it is all of 127.0.0.0/8, in the
    /// form of four numbers.
    package static func contains(_ host: String) -> Bool {
        var name = host.lowercased()
        if name.hasPrefix("["), name.hasSuffix("]") {
            name = String(name.dropFirst().dropLast())
        } else if name.hasSuffix(".") {
            // A dot at the end makes a name absolute, and changes nothing here.
            name.removeLast()
        }
        if ["localhost", "::1"].contains(name) || name.hasSuffix(".localhost") { return true }
        let parts = name.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 4 && parts[0] == "127"
            && parts.allSatisfy { part in
                part.utf8.allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
                    && UInt8(part) != nil
            }
    }
}
