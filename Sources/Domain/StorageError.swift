/// Why the store did not do what it was asked for.
public struct StorageError: Error, Sendable, Hashable, CustomStringConvertible {
    /// What was asked for; the raw value serves as a metric label.
    public enum Operation: String, Sendable, Hashable, CaseIterable {
        case open
        case load
        case commit
    }

    /// What can be done about it.
    public enum Kind: Sendable, Hashable {
        /// Another running process holds the store.
        case held
        /// The store can be read but not written: a read-only folder or file system.
        case readOnly
        /// The disk is full.
        case full
        /// The file is no store, or a damaged one.
        case corrupt
        /// Written by a newer version of this program.
        case newerSchema
        /// An answer did not come in time.
        case timeout
        /// Anything else that the disk or the file system says.
        case failed
    }

    public var operation: Operation
    public var kind: Kind
    /// One line for people, with the path where there is one.
    public var message: String

    /// Makes an error.
    public init(operation: Operation, kind: Kind, message: String) {
        self.operation = operation
        self.kind = kind
        self.message = message
    }

    public var description: String { "storage \(operation.rawValue): \(message)" }
}
