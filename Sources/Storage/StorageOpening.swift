public import Domain

/// What came of opening a folder.
public enum StorageOpening: Sendable {
    /// The folder is this process's until the store is closed; notices are worth a warning each.
    case writable(SQLiteStore, [StorageNotice])
    /// Nothing can be written, but this is what the folder holds; opening it again may go better.
    case readable(StoredState, StorageError)
    /// Another running daemon has the folder.
    case held(StorageError)
    /// Nothing was read: there is nothing, it is not ours, or it was not to be read; opening it again
    /// may go better.
    case unavailable(StorageError)
}
