public import Foundation
import Synchronization

/// A process that a test starts and ends, with what it prints.
///
/// It is killed when the value goes, so that no test leaves one behind.
public final class ChildProcess: Sendable {
    /// What a stream of the process has brought so far.
    private final class Stream: Sendable {
        private let state = Mutex((bytes: Data(), isEnded: false))
        let pipe = Pipe()

        var text: String { state.withLock { String(decoding: $0.bytes, as: UTF8.self) } }
        var isEnded: Bool { state.withLock { $0.isEnded } }

        func take() -> Data {
            state.withLock { state in
                defer { state.bytes = Data() }
                return state.bytes
            }
        }

        init() {
            // `readabilityHandler` misses an end that comes together with the last bytes.
            Thread.detachNewThread { [self] in
                let handle = pipe.fileHandleForReading
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

    /// Held from the making of a pipe to the start of the program that it is for.
    ///
    /// Another program that started in between would get the pipe too, and keep it open.
    private static let starting = Mutex(())

    private let process = Process()
    private let output: Stream
    private let errors: Stream

    /// Starts a program.
    ///
    /// - Parameters:
    ///   - input: its standard input; nil: nothing.
    ///   - environment: all variables; nil: those of the test, less the ones that would reach out.
    public init(
        _ program: String, _ arguments: [String], environment: [String: String]? = nil,
        directory: String? = nil, input: Pipe? = nil
    ) throws {
        process.executableURL = URL(filePath: program)
        process.arguments = arguments
        process.environment = environment ?? Self.quietEnvironment
        if let directory { process.currentDirectoryURL = URL(filePath: directory) }
        process.standardInput = input ?? FileHandle.nullDevice as Any
        (output, errors) = try Self.starting.withLock { [process] _ in
            let (output, errors) = (Stream(), Stream())
            process.standardOutput = output.pipe
            process.standardError = errors.pipe
            try process.run()
            return (output, errors)
        }
    }

    deinit {
        if process.isRunning { kill(process.processIdentifier, SIGKILL) }
    }

    /// The variables of the test, without a key and without proxies.
    public static var quietEnvironment: [String: String] {
        ProcessInfo.processInfo.environment.filter { name, _ in
            !name.hasPrefix("EXCHANGERATE_") && !name.lowercased().hasSuffix("_proxy")
        }
    }

    /// The process number.
    public var identifier: Int32 { process.processIdentifier }

    public var isRunning: Bool { process.isRunning }

    /// What it has printed to standard output so far.
    public var standardOutput: String { output.text }

    /// What it has printed to standard output since this was called last; nothing else sees it then.
    public func takeStandardOutput() -> Data { output.take() }

    /// What it has printed to standard error so far.
    public var standardError: String { errors.text }

    /// Sends a signal to it.
    public func signal(_ number: Int32) {
        if process.isRunning { kill(process.processIdentifier, number) }
    }

    /// Waits until it has ended and all that it printed is read; nil where it does not end in time.
    ///
    /// A process that was ended by a signal gives the negative number of it.
    public func exitStatus(within limit: Duration = .seconds(60)) async -> Int32? {
        let hasEnded = await eventually(within: limit, every: .milliseconds(10)) {
            !self.process.isRunning && self.output.isEnded && self.errors.isEnded
        }
        guard hasEnded else { return nil }
        let status = process.terminationStatus
        return process.terminationReason == .uncaughtSignal ? -status : status
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
}
