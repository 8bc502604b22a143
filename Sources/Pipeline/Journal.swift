public import Domain

/// Writes changes to the storage, and never lets it hold up the work.
///
/// A call that is not done in time counts as failed; while it hangs, others fail at once. A
/// storage that could not be opened is tried again, at most every 30 s; one that opens late is used
/// from then on.
public actor Journal {
    /// What came of opening the storage: with what it holds.
    public typealias Opening =
        Result<(store: any StateStore, stored: StoredState), StorageError>
    /// Opens the storage, and reads what it holds.
    public typealias Open = @Sendable () async -> Opening

    /// The longest that a write, and the first opening, is waited for.
    public static let deadline: Duration = .seconds(5)
    /// The time between two tries to open a storage.
    static let reopenInterval: Duration = .seconds(30)

    private var store: (any StateStore)?
    /// Whether what the storage holds is yet to be read.
    private var isUnread: Bool
    private let open: Open
    private let clock: any TimeSource
    /// Calls that were not done in time; each tells whether it has ended since.
    private var hanging: [@Sendable () -> Bool] = []
    /// What came of an opening that was not done in time; nil while it is under way.
    private var lateOpening: (@Sendable () -> Opening?)?
    private var lastOpening: MonotonicInstant

    /// Makes a journal.
    ///
    /// - Parameters:
    ///   - store: the open storage; nil where it could not be opened.
    ///   - isUnread: whether the state began without what the storage holds.
    ///   - lateOpening: what came of a first opening that was not done in time; gives nil while that
    ///     is under way.
    ///   - open: opens it later.
    public init(
        store: (any StateStore)?, isUnread: Bool = false, clock: any TimeSource,
        lateOpening: (@Sendable () -> Opening?)? = nil, open: @escaping Open
    ) {
        self.store = store
        self.isUnread = isUnread
        self.clock = clock
        self.lateOpening = lateOpening
        self.open = open
        lastOpening = clock.now.instant
    }

    /// Opens the storage where it is not open and a try is due.
    ///
    /// - Returns: what it held, where this process has neither read nor written it: else the state
    ///   in memory goes on from it and knows better; nil where it was open already or no try is due.
    func reopen() async -> Result<StoredState?, StorageError>? {
        guard store == nil, !isHanging else { return nil }
        if let lateOpening {
            guard let late = lateOpening() else { return nil }
            self.lateOpening = nil
            // Where it failed in the end, that it did was told when it was late.
            if case .success(let opened) = late { return .success(use(opened)) }
        }
        let now = clock.now.instant
        guard lastOpening.duration(to: now) >= Self.reopenInterval else { return nil }
        lastOpening = now
        let call = BoundedCall(clock: clock, within: Self.deadline, open)
        switch await call.value() {
        case .success(let opened): return .success(use(opened))
        case .failure(let error): return .failure(error)
        case nil:
            lateOpening = { call.result }
            return .failure(.timeout(.open))
        }
    }

    private func use(_ opened: (store: any StateStore, stored: StoredState)) -> StoredState? {
        store = opened.store
        defer { isUnread = false }
        return isUnread ? opened.stored : nil
    }

    /// Writes a change; after a success it survives a power cut.
    func commit(_ change: StateChange) async -> Result<Void, StorageError> {
        guard let store else {
            return .failure(
                StorageError(operation: .commit, kind: .failed, message: "the state is not open"))
        }
        guard !isHanging else {
            return .failure(
                StorageError(
                    operation: .commit, kind: .timeout,
                    message: "an earlier write has not ended yet"))
        }
        let result = await bounded { () throws(StorageError) in try await store.commit(change) }
        if case .failure(let error) = result, !error.mayPassByItself {
            // A damaged or removed file is mended by opening the folder anew.
            self.store = nil
            lastOpening = clock.now.instant
            // A disk that hangs must not hold up whoever waits for this answer.
            Task { await store.close() }
        }
        return result
    }

    /// Has the storage bring its log into the database where that is due; what was committed is safe
    /// without it.
    func writeBack() async -> StorageError? {
        guard let store, !isHanging else { return nil }
        let result = await bounded { () throws(StorageError) in try await store.writeBack() }
        guard case .failure(let error) = result else { return nil }
        return error
    }

    /// Gives the storage free, unless it hangs.
    public func close() async {
        if case .success(let opened)? = lateOpening?() { _ = use(opened) }
        guard let store, !isHanging else { return }
        self.store = nil
        _ = await BoundedCall(clock: clock, within: Self.deadline) { await store.close() }.value()
    }

    private var isHanging: Bool { hanging.contains { !$0() } }

    /// Waits for a call no longer than the deadline.
    private func bounded(
        _ work: @escaping @Sendable () async throws(StorageError) -> Void
    ) async -> Result<Void, StorageError> {
        let call = BoundedCall<Result<Void, StorageError>>(
            clock: clock, within: Self.deadline
        ) {
            do throws(StorageError) {
                return .success(try await work())
            } catch {
                return .failure(error)
            }
        }
        if let result = await call.value() { return result }
        hanging.removeAll { $0() }
        hanging.append { call.result != nil }
        return .failure(.timeout(.commit))
    }
}

extension StorageError {
    /// The disk hangs.
    public static func timeout(_ operation: Operation) -> StorageError {
        StorageError(
            operation: operation, kind: .timeout,
            message: "no answer of the disk within \(Journal.deadline.components.seconds) s")
    }

    /// Whether the same store may work again, without being opened anew.
    fileprivate var mayPassByItself: Bool {
        switch kind {
        case .full, .timeout: true
        case .held, .readOnly, .corrupt, .newerSchema, .failed: false
        }
    }
}
