import Foundation
import Synchronization
import TestKit
import Testing

/// The clocks of a machine, which a test moves beneath the programs that run there.
///
/// A library that is preloaded, ld.so(8), stands between a program and the system's clocks and
/// timers. `CLOCK_MONOTONIC` is never moved: a suspend leaves it alone, and so do those who set the
/// wall clock.
final class MovedClock: Sendable {
    private let files: TemporaryFolder
    private let moves: FileHandle
    private let state = Mutex((ahead: Duration.zero, suspended: Duration.zero))

    /// Makes clocks that are those of the machine.
    init() async throws {
        files = try TemporaryFolder()
        let source = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "moved-clock.c").path
        let compiler = try ChildProcess(
            "/usr/bin/env",
            ["cc", "-O1", "-shared", "-fPIC", "-o", files.path(of: "clock.so"), source])
        try #require(await compiler.exitStatus() == 0, "\(compiler.standardError)")
        let path = try files.write(String(repeating: "\0", count: 16), to: "moves")
        moves = try #require(FileHandle(forWritingAtPath: path))
    }

    /// The variables of a program that is to have these clocks.
    var environment: [String: String] {
        ["LD_PRELOAD": files.path(of: "clock.so"), "MOVED_CLOCK": files.path(of: "moves")]
    }

    /// How far the wall clock is ahead of where it would be, had nobody set it.
    var ahead: Duration { state.withLock(\.ahead) }

    /// How long the machine has been suspended.
    var suspended: Duration { state.withLock(\.suspended) }

    /// What the wall clock shows.
    var now: Date {
        Date.now.addingTimeInterval(state.withLock { ($0.ahead + $0.suspended) / .seconds(1) })
    }

    /// Sets the wall clock, so far ahead of where it would be.
    func set(ahead: Duration) throws {
        try state.withLock { state in
            state.ahead = ahead
            try write(ahead, at: 0)
        }
    }

    /// Sets the wall clock to a time.
    func set(to time: Date) throws {
        try set(ahead: ahead + .seconds(time.timeIntervalSince(now)))
    }

    /// Lets the machine have been suspended for so long, and wakes it.
    func suspend(for duration: Duration) throws {
        try state.withLock { state in
            state.suspended += duration
            try write(state.suspended, at: 8)
        }
    }

    /// Writes one number, which readers see as a whole.
    private func write(_ duration: Duration, at offset: UInt64) throws {
        let (seconds, attoseconds) = duration.components
        let nanoseconds = seconds * 1_000_000_000 + attoseconds / 1_000_000_000
        try moves.seek(toOffset: offset)
        try moves.write(contentsOf: withUnsafeBytes(of: nanoseconds) { Data($0) })
    }
}
