import Delivery
import Domain
import Freshness
import Pipeline
import Polling

@testable import Storage

/// What holds of every state file, whatever is in it.
enum StatePromises {
    private static let now = ExamplePipeline.now

    /// Opens a folder as the daemon does, and goes on from what is read.
    static func check(_ files: borrowing StateFiles) throws(BrokenPromise) {
        let opener = DatabaseOpener(folder: files.folder)
        switch opener.open(at: now.timestamp) {
        case .writable(let database, _):
            let state = try load(database)
            guard try load(database) == state else {
                throw BrokenPromise("read twice, it is not the same")
            }
            let next = try goOn(from: state)
            try commit(state, to: database)
            guard try load(database) == state else {
                throw BrokenPromise("written and read again, it is not the same")
            }
            try commit(next, to: database)
            guard try load(database) == next else {
                throw BrokenPromise("what a pipeline makes of it is not read as it was written")
            }
            database.close()
            try checkReopened(opener, next)
        case .readable(let state, _):
            _ = try goOn(from: state)
        case .held(let fault):
            throw BrokenPromise("held: \(fault.message)")
        case .unavailable(let fault):
            try PrintedText.check(fault.message, of: "a fault")
        }
    }

    private static func checkReopened(
        _ opener: DatabaseOpener, _ state: StoredState
    ) throws(BrokenPromise) {
        guard case .writable(let database, let notices) = opener.open(at: now.timestamp) else {
            throw BrokenPromise("what was opened once is opened no more")
        }
        defer { database.close() }
        guard notices.isEmpty else { throw BrokenPromise("\(notices)") }
        guard try load(database) == state else {
            throw BrokenPromise("opened again, it is not the same")
        }
    }

    /// Starts a pipeline from a state, and lets it run for a while.
    private static func goOn(from state: StoredState) throws(BrokenPromise) -> StoredState {
        var pipeline = ExamplePipeline.state(continuing: state)
        for wait in [Duration.zero, .seconds(60), .seconds(7200), .seconds(90 * 86_400)] {
            let now = now.advanced(by: wait)
            ExamplePipeline.evaluate(&pipeline, at: now)
            for destination in pipeline.destinations {
                if case .send(let item) = pipeline.nextDelivery(at: destination, now: now) {
                    pipeline.beginDelivery(item, at: destination, now: now)
                    if let (receiver, url) = pipeline.recipient(at: destination) {
                        _ = receiver.requests(for: item, to: url, sentAt: now.timestamp)
                    }
                    pipeline.abandonDelivery(item, at: destination, now: now)
                }
            }
            if case .poll(let base) = pipeline.next(now: now) {
                _ = pipeline.begin(base, now: now)
                _ = pipeline.send(base, now: now)
                _ = pipeline.ingest(
                    PollOutcome(
                        base: base, startedAt: now, endedAt: now,
                        answer: .failure(ExampleState.limited)), jitter: 1)
            }
            _ = pipeline.deadline(now: now)
            // Pages cost most of the time of an input.
            if wait == .zero {
                try ExamplePipeline.checkPages(of: pipeline, at: now, isClean: false)
            }
        }
        try ExamplePipeline.checkPages(
            of: pipeline, at: now.advanced(by: .seconds(90 * 86_400)), isClean: false)
        var merged = ExamplePipeline.state()
        _ = merged.merge(state, now: now)
        ExamplePipeline.evaluate(&merged, at: now)
        return pipeline.stored
    }

    private static func load(_ database: Database) throws(BrokenPromise) -> StoredState {
        do throws(StorageFault) {
            return try database.load()
        } catch {
            throw BrokenPromise("opened, but not read: \(error.message)")
        }
    }

    private static func commit(
        _ state: StoredState, to database: Database
    ) throws(BrokenPromise) {
        do throws(StorageFault) {
            try database.commit(.whole(state))
        } catch {
            throw BrokenPromise("opened, but not written: \(error.message)")
        }
    }
}
