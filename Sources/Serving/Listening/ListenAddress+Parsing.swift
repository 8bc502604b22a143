import Glibc

/// A text that is no listen address, with the form to use instead.
public struct ListenAddressError: Error, Hashable, CustomStringConvertible {
    /// The text as it was given.
    public let text: String
    /// What is wrong with it, and what to write.
    public let advice: String

    /// Makes an error.
    public init(text: String, advice: String) {
        self.text = text
        self.advice = advice
    }

    public var description: String { "listen address \"\(text)\" \(advice)" }
}

extension ListenAddress {
    /// The longest path that `sockaddr_un` holds beside its closing NUL. unix(7)
    static let longestUnixPath = 107

    /// Reads `:P`, `A.B.C.D:P`, `[v6]:P`, `localhost:P` or `unix:/path`.
    ///
    /// Other host names are refused: which addresses they stand for may change while the server
    /// runs.
    public init(parsing text: String) throws(ListenAddressError) {
        func refuse(_ advice: String) -> ListenAddressError {
            ListenAddressError(text: text, advice: advice)
        }
        if text.hasPrefix("unix:") {
            let path = String(text.dropFirst("unix:".count))
            guard path.hasPrefix("/"), !path.utf8.contains(0) else {
                throw refuse("needs a path that starts with \"/\"; write unix:/path")
            }
            guard path.utf8.count <= Self.longestUnixPath else {
                throw refuse("has a path longer than \(Self.longestUnixPath) bytes; shorten it")
            }
            self = .unix(path: path)
            return
        }
        if text.hasPrefix("["), text.hasSuffix("]") {
            throw refuse("has no port; write \(text):PORT")
        }
        guard let colon = text.lastIndex(of: ":") else {
            let isPort = !text.isEmpty && text.utf8.allSatisfy { (48...57).contains($0) }
            throw refuse(isPort ? "has no colon; write :\(text)" : "has no port; \(Self.forms)")
        }
        let host = String(text[..<colon])
        let port = String(text[text.index(after: colon)...])
        if Self.isIPv6(text) || (host.contains(":") && !host.hasPrefix("[")) {
            let example = Self.isIPv6(host) ? "[\(host)]:\(port)" : "[\(text)]:PORT"
            throw refuse("needs brackets around an IPv6 address; write \(example)")
        }
        guard port.utf8.allSatisfy({ (48...57).contains($0) }), let number = UInt16(port) else {
            throw refuse("has the port \"\(port)\"; a port is a number from 0 to 65535")
        }
        if host.isEmpty {
            self = .anyInterface(port: number)
        } else if host == "localhost" {
            self = .loopback(port: number)
        } else if host.hasPrefix("[") {
            let inner = String(host.dropFirst().dropLast())
            guard host.hasSuffix("]"), Self.isIPv6(inner) else {
                throw refuse("has no IPv6 address in its brackets; \(Self.forms)")
            }
            self =
                Self.isUnspecified(inner) ? .anyInterface(port: number) : .ipv6(inner, port: number)
        } else if Self.isIPv4(host) {
            self = .ipv4(host, port: number)
        } else {
            throw refuse("has \"\(host)\", which is no IP address; \(Self.forms)")
        }
    }

    private static let forms =
        "write :PORT, A.B.C.D:PORT, [IPv6]:PORT, localhost:PORT or unix:/path"

    private static func isIPv4(_ text: String) -> Bool {
        var address = in_addr()
        return !text.utf8.contains(0) && inet_pton(AF_INET, text, &address) == 1
    }

    /// Whether it is the address of zeros, however it is written.
    private static func isUnspecified(_ text: String) -> Bool {
        var address = in6_addr()
        guard inet_pton(AF_INET6, text, &address) == 1 else { return false }
        return withUnsafeBytes(of: address) { bytes in bytes.allSatisfy { $0 == 0 } }
    }

    private static func isIPv6(_ text: String) -> Bool {
        var address = in6_addr()
        return !text.utf8.contains(0) && inet_pton(AF_INET6, text, &address) == 1
    }
}
