import Glibc
import Serving

/// The address that people reach the status page by, where none is configured.
enum ExternalURL {
    /// By the name of the machine, and the first port that is known.
    ///
    /// - Parameter isEncrypted: whether TLS is spoken there.
    static func standard(addresses: [ListenAddress], isEncrypted: Bool) -> String {
        let port = addresses.compactMap(\.port).first { $0 != 0 }
        return "\(isEncrypted ? "https" : "http")://\(hostName)" + (port.map { ":\($0)/" } ?? "/")
    }

    /// The name of the machine.
    static var hostName: String {
        var name = [CChar](repeating: 0, count: 256)
        guard gethostname(&name, name.count - 1) == 0 else { return "localhost" }
        return String(
            decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
