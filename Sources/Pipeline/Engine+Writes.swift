import Domain

/// The journal: one write at a time, and memory where it fails.
extension Engine {
    /// Stores what was judged; nobody waits for its end.
    func store(_ update: StateUpdate) async {
        await write(update)
        if let error = await journal.writeBack() {
            storage.errors[error.operation, default: 0] += 1
            report(.writeBackFailed(error))
            publish()
        }
    }

    /// Stores a change, or the whole state where earlier changes were lost.
    ///
    /// One write at a time, in order; what comes meanwhile is written together after it. Then what
    /// the outbox holds may be sent: where it could not be stored, from memory.
    func write(_ update: StateUpdate) async {
        pending.merge(update)
        guard !isWriting else {
            await withCheckedContinuation { waiters.append($0) }
            return
        }
        isWriting = true
        await writePending()
        while !waiters.isEmpty {
            let served = waiters
            waiters = []
            await writePending()
            for waiter in served { waiter.resume() }
        }
        isWriting = false
    }

    private func writePending() async {
        if isBehind, let reopened = await journal.reopen() {
            switch reopened {
            case .success(nil): break
            case .success(let stored?):
                for event in state.merge(stored, now: clock.now) { report(event) }
                isEvaluationDue = true
                wakeup.wake()
            case .failure(let error): note(error)
            }
        }
        var update = pending
        pending = StateUpdate()
        state.refresh(&update)
        let change = isBehind ? StateChange.whole(state.stored) : .update(update)
        switch await journal.commit(change) {
        case .success:
            if isBehind {
                isBehind = false
                storage.memoryReason = nil
                report(.storageHealed)
                publish()
            }
        case .failure(let error):
            note(error)
        }
        guard update.alerting != nil else { return }
        state.release()
        wakeDeliveries()
    }

    private func note(_ error: StorageError) {
        storage.errors[error.operation, default: 0] += 1
        // Told once, not with every poll that is lost after it.
        if !isBehind { report(.storageFailed(error)) }
        isBehind = true
        storage.memoryReason = storage.memoryReason ?? error.message
        publish()
    }
}
