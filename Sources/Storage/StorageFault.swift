import Domain
import Glibc

/// What went wrong inside this target, before the store says what it was asked for.
struct StorageFault: Error, Hashable {
    var kind: StorageError.Kind
    /// One line for people: what, where, and what the system says; never a stored value.
    var message: String

    init(_ kind: StorageError.Kind, _ message: String) {
        self.kind = kind
        self.message = message
    }

    /// Says what a call of the system answered.
    ///
    /// - Parameters:
    ///   - errno: the system's error number.
    ///   - doing: what failed, with the path: "cannot create /var/lib/x".
    init(errno: Int32, doing: String) {
        self.init(Self.kind(errno: errno), "\(doing): \(Self.text(errno: errno))")
    }

    static func kind(errno: Int32) -> StorageError.Kind {
        switch errno {
        case EROFS, EACCES, EPERM: .readOnly
        case ENOSPC, EDQUOT: .full
        default: .failed
        }
    }

    static func text(errno: Int32) -> String {
        // The buffer takes glibc's longest message several times over.
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { buffer in
            guard let start = buffer.baseAddress else { return "error \(errno)" }
            start.initialize(repeating: 0, count: buffer.count)
            guard strerror_r(errno, start, buffer.count) == 0 else { return "error \(errno)" }
            return String(cString: start)
        }
    }
}

extension StorageError {
    init(_ operation: Operation, _ fault: StorageFault) {
        self.init(operation: operation, kind: fault.kind, message: fault.message)
    }
}
