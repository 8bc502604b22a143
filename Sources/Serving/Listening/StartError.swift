import Glibc

/// Why a server did not start.
public enum StartError: Error, Hashable {
    /// Another process, or another address of the same server, listens there.
    case addressInUse(address: String)
    /// The process may not listen there.
    case permissionDenied(address: String)
    /// No interface of the machine has the address.
    case addressNotAvailable(address: String)
    /// Something that is no socket is at the path.
    case notASocket(address: String)
    /// The descriptor that was handed over is no stream socket that listens, but what `kind` says.
    case notListening(address: String, kind: String)
    /// Anything else, in the system's words.
    case failed(address: String, reason: String)
    /// The server runs already.
    case alreadyRunning

    /// The error that the system's number stands for.
    init(errno code: Int32, address: ListenAddress) {
        let address = address.description
        switch code {
        case EADDRINUSE: self = .addressInUse(address: address)
        case EACCES, EPERM: self = .permissionDenied(address: address)
        case EADDRNOTAVAIL: self = .addressNotAvailable(address: address)
        default: self = .failed(address: address, reason: String(cString: strerror(code)))
        }
    }
}

extension StartError: CustomStringConvertible {
    /// The address, what is wrong with it, and what to do.
    public var description: String {
        switch self {
        case .addressInUse(let address):
            "cannot listen on \(address): address already in use; "
                + "end the process that listens there, or choose another address"
        case .permissionDenied(let address):
            "cannot listen on \(address): permission denied; "
                + "choose a port from 1024 up, or a folder that this user may write"
        case .addressNotAvailable(let address):
            "cannot listen on \(address): no interface of this machine has that address"
        case .notASocket(let address):
            "cannot listen on \(address): a file that is no socket is there; "
                + "move it, or choose another path"
        case .notListening(let address, let kind):
            "cannot listen on \(address), which was handed over: it is \(kind); "
                + "a socket unit needs ListenStream= with an IP address, a port or a path, "
                + "and Accept=no"
        case .failed(let address, let reason):
            "cannot listen on \(address): \(reason)"
        case .alreadyRunning:
            "the server runs already"
        }
    }
}
