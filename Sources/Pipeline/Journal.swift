public import Domain

/// Writes changes to the storage, and never lets it hold up the work.
///
/// A call that is not done in time counts as failed; while it hangs, others fail at once. A
/// storage that could not be opened is tried again, at most every 30 s.
public actor Journal {
    /// Opens the storage, and reads what it holds.
    public typealias Open =
        @Sendable () async -> Result<(store: any StateStore, stored: StoredState), StorageError>

    /// The longest that a write may take.
    static let deadline: Duration = .seconds(5)
    /// The time between two tries to open a storage.
    static let reopenInterval: Duration = .seconds(30)

    private var store: (any StateStore)?
    /// Whether what the storage holds is yet to be read.
    private var isUnread: Bool
    private let open: Open
    private let clock: any TimeSource
    private var isHanging = false
    private var lastOpening: MonotonicInstant

    /// Makes a journal.
    ///
    /// - Parameters:
    ///   - store: the open storage; nil where it could not be opened.
    ///   - isUnread: whether the state began without what the storage holds.
    ///   - open: opens it later.
    public init(
        store: (any StateStore)?, isUnread: Bool = false, clock: any TimeSource,
        open: @escaping Open
    ) {
        self.store = store
        self.isUnread = isUnread
        self.clock = clock
        self.open = open
        lastOpening = clock.now.instant
    }

    /// Waits for the first opening of a storage no longer than for a write.
    ///
    /// - Returns: nil where the disk hangs; what the opening brings later is let go.
    public static func limited<Opening: Sendable>(
        clock: any TimeSource, _ open: @escaping @Sendable () async -> Opening
    ) async -> Opening? {
        let first = FirstResult<Opening?>()
        let deadline = clock.now.instant.advanced(by: Self.deadline)
        Task { _ = first.offer(await open()) }
        let timer = Task {
            do {
                try await clock.sleep(until: deadline)
            } catch {
                return
            }
            _ = first.offer(nil)
        }
        let result = await first.value()
        timer.cancel()
        return result
    }

    /// Opens the storage where it is not open and a try is due.
    ///
    /// - Returns: what it held, where this process has neither read nor written it: else the state
    ///   in memory goes on from it and knows better; nil where it was open already or no try is due.
    func reopen() async -> Result<StoredState?, StorageError>? {
        let now = clock.now.instant
        guard store == nil, !isHanging,
            lastOpening.duration(to: now) >= Self.reopenInterval
        else { return nil }
        lastOpening = now
        let open = open
        let opened = await bounded(.open) { await open() }
        switch opened {
        case .success(let (store, stored)):
            self.store = store
            defer { isUnread = false }
            return .success(isUnread ? stored : nil)
        case .failure(let error):
            return .failure(error)
        }
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
        let result = await bounded(.commit) { () -> Result<Void, StorageError> in
            do throws(StorageError) {
                return .success(try await store.commit(change))
            } catch {
                return .failure(error)
            }
        }
        if case .failure(let error) = result, !error.mayPassByItself {
            // A damaged or removed file is mended by opening the folder anew.
            self.store = nil
            lastOpening = clock.now.instant
            // A disk that hangs must not hold up whoever waits for this answer.
            Task { await store.close() }
        }
        return result
    }

    /// Gives the storage free, unless it hangs.
    public func close() async {
        guard let store, !isHanging else { return }
        self.store = nil
        await store.close()
    }

    /// Waits for a call no longer than the deadline.
    ///
    /// A system call that hangs cannot be cancelled, so the task that waits for it is left behind
    /// and tells when it has ended.
    private func bounded<Value: Sendable>(
        _ operation: StorageError.Operation,
        _ work: @escaping @Sendable () async -> Result<Value, StorageError>
    ) async -> Result<Value, StorageError> {
        let clock = clock
        let first = FirstResult<Result<Value, StorageError>>()
        let deadline = clock.now.instant.advanced(by: Self.deadline)
        Task {
            let result = await work()
            if !first.offer(result) { isHanging = false }
        }
        let timer = Task {
            do {
                try await clock.sleep(until: deadline)
            } catch {
                return
            }
            isHanging = first.offer(
                .failure(.timeout(operation)))
        }
        let result = await first.value()
        timer.cancel()
        return result
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
