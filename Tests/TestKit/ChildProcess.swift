public import Foundation
import Glibc
import Synchronization

/// A process that a test starts and ends, with what it prints.
///
/// It is killed when the value goes, so that no test leaves one behind.
public final class ChildProcess: Sendable {
    /// A program could not be started.
    public struct NotStarted: Error, Equatable {
        let program: String
        /// As errno names it.
        let code: Int32

        public init(program: String, code: Int32) {
            self.program = program
            self.code = code
        }
    }

    /// What a stream of the process has brought so far.
    private final class Stream: Sendable {
        private let state = Mutex((bytes: Data(), isEnded: false))

        var text: String { state.withLock { String(decoding: $0.bytes, as: UTF8.self) } }
        var isEnded: Bool { state.withLock { $0.isEnded } }

        func take() -> Data {
            state.withLock { state in
                defer { state.bytes = Data() }
                return state.bytes
            }
        }

        init(reading handle: FileHandle) {
            // `readabilityHandler` misses an end that comes together with the last bytes.
            Thread.detachNewThread { [self] in
                while true {
                    let bytes = handle.availableData
                    if bytes.isEmpty { break }
                    state.withLock { $0.bytes.append(bytes) }
                }
                try? handle.close()
                state.withLock { $0.isEnded = true }
            }
        }
    }

    /// The process number.
    public let identifier: Int32
    /// How it ended, as waitpid(2) tells it; nil while nobody has looked since.
    private let end = Mutex<Int32?>(nil)
    private let output: Stream
    private let errors: Stream

    /// Starts a program.
    ///
    /// - Parameters:
    ///   - input: its standard input; nil: nothing.
    ///   - environment: all variables; nil: those of the test, less the ones that would reach out.
    /// - Throws: ``NotStarted``.
    public init(
        _ program: String, _ arguments: [String], environment: [String: String]? = nil,
        directory: String? = nil, input: Pipe? = nil
    ) throws {
        let (output, errors) = (Pipe(), Pipe())
        identifier = try SpawnedProgram(
            path: program, arguments: arguments,
            environment: environment ?? Self.quietEnvironment, directory: directory,
            input: input?.fileHandleForReading.fileDescriptor,
            output: output.fileHandleForWriting.fileDescriptor,
            errors: errors.fileHandleForWriting.fileDescriptor
        ).start()
        // The ends that are the program's own now.
        try input?.fileHandleForReading.close()
        try output.fileHandleForWriting.close()
        try errors.fileHandleForWriting.close()
        self.output = Stream(reading: output.fileHandleForReading)
        self.errors = Stream(reading: errors.fileHandleForReading)
    }

    deinit {
        signal(SIGKILL)
        end.withLock { end in
            if end == nil { waitpid(identifier, nil, 0) }
        }
    }

    /// The variables of the test, without a key and without proxies.
    public static var quietEnvironment: [String: String] {
        ProcessInfo.processInfo.environment.filter { name, _ in
            !name.hasPrefix("EXCHANGERATE_") && !name.lowercased().hasSuffix("_proxy")
        }
    }

    public var isRunning: Bool { end.withLock { look(for: &$0) == nil } }

    /// What it has printed to standard output so far.
    public var standardOutput: String { output.text }

    /// What it has printed to standard output since this was called last; nothing else sees it then.
    public func takeStandardOutput() -> Data { output.take() }

    /// What it has printed to standard error so far.
    public var standardError: String { errors.text }

    /// Sends a signal to it.
    public func signal(_ number: Int32) {
        // Until somebody has looked, its number is not given to another.
        end.withLock { end in
            if look(for: &end) == nil { kill(identifier, number) }
        }
    }

    /// Waits until it has ended and all that it printed is read; nil where it does not end in time.
    ///
    /// A process that was ended by a signal gives the negative number of it.
    public func exitStatus(within limit: Duration = .seconds(60)) async -> Int32? {
        let hasEnded = await eventually(within: limit, every: .milliseconds(10)) {
            !self.isRunning && self.output.isEnded && self.errors.isEnded
        }
        guard hasEnded, let end = end.withLock({ $0 }) else { return nil }
        // WTERMSIG and WEXITSTATUS are macros, which Swift does not import.
        let signal = end & 0x7F
        return signal == 0 ? end >> 8 & 0xFF : -signal
    }

    /// Waits until a line of standard error or output holds a text; nil where none comes in time.
    public func line(
        containing text: String, within limit: Duration = .seconds(60)
    ) async -> String? {
        let found = Recorder<String>()
        _ = await eventually(within: limit, every: .milliseconds(10)) {
            let lines = (self.standardOutput + "\n" + self.standardError).split(separator: "\n")
            guard let line = lines.first(where: { $0.contains(text) }) else { return false }
            found.note(String(line))
            return true
        }
        return found.values.first
    }

    private func look(for end: inout Int32?) -> Int32? {
        var status: Int32 = 0
        if end == nil, waitpid(identifier, &status, WNOHANG) == identifier { end = status }
        return end
    }
}
