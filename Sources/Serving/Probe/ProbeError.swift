/// Why a server of this machine gave no answer.
public enum ProbeError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The address names no place to ask at, such as one with port 0.
    case noPlace
    /// Nobody listens, or the system refused; in its words.
    case unreachable(reason: String)
    /// No answer came in time.
    case timeout
    /// The handshake of TLS failed, in GnuTLS' words.
    case tls(reason: String)
    /// What came is no answer of HTTP.
    case noAnswer

    public var description: String {
        switch self {
        case .noPlace: "the address has no port to ask at; give the one that the daemon's log names"
        case .unreachable(let reason): "cannot be reached: \(reason)"
        case .timeout: "gave no answer in time"
        case .tls(let reason): "does not speak TLS with this command: \(reason)"
        case .noAnswer: "ended the connection without an answer"
        }
    }
}
