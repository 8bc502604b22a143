/// The journal of the state: the port that a storage engine implements.
///
/// Memory is the truth while the process lives, so a store that fails costs durability alone. Each
/// call runs off the caller's thread and may take as long as the disk does.
public protocol StateStore: Sendable {
    /// Reads everything.
    func load() async throws(StorageError) -> StoredState

    /// Writes a change in one transaction: after it returns, the change survives a power cut.
    func commit(_ change: StateChange) async throws(StorageError)

    /// Puts what commits have left behind in order, where that is due; nothing depends on it.
    ///
    /// What fails is due again only after more commits.
    func writeBack() async throws(StorageError)

    /// Ends the use of the store and gives its lock free.
    func close() async
}
