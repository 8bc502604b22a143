import Foundation
import Synchronization
import TestKit
import Testing

/// Debian's Chromium without a window, driven by the DevTools protocol through a pipe.
///
/// https://chromedevtools.github.io/devtools-protocol/
final class Chromium: Sendable {
    /// Something that happened in a tab.
    struct Event: Sendable {
        let method: String
        let session: String?
        /// The whole message.
        let message: Data
    }

    /// A call that the browser refuses, or does not answer.
    struct Refusal: Error, CustomStringConvertible {
        let method: String
        let reason: String

        var description: String { "\(method): \(reason)" }
    }

    /// The result of a call that says no more than that it worked.
    struct Nothing: Decodable {}

    private struct State {
        var lastIdentifier = 0
        /// What has come of a message that has not ended yet.
        var rest = Data()
        var replies: [Int: Data] = [:]
        var events: [Event] = []
    }

    private struct Envelope: Decodable {
        let id: Int?
        let method: String?
        let sessionId: String?
    }

    private struct Reply<Result: Decodable>: Decodable {
        struct Failure: Decodable { let message: String }

        let result: Result?
        let error: Failure?
    }

    /// The one that the tests of a suite share.
    @TaskLocal static var shared: Chromium?

    private let folder: TemporaryFolder
    private let process: ChildProcess
    private let input = Pipe()
    private let state = Mutex(State())

    /// Starts it.
    init() throws {
        let program = try PrometheusProcess.path(of: "chromium", package: "chromium")
        folder = try TemporaryFolder()
        // It reads calls from descriptor 3 and writes to 4. The tests of a container run as root,
        // whom its sandbox refuses, and with a small /dev/shm.
        process = try ChildProcess(
            "/bin/sh",
            [
                "-c", "exec 3<&0 4>&1 </dev/null >/dev/null; exec \"$0\" \"$@\"", program,
                "--headless=new", "--remote-debugging-pipe", "--no-sandbox", "--disable-gpu",
                "--disable-dev-shm-usage", "--user-data-dir=\(folder.path)", "--no-first-run",
                "--disable-background-networking", "--disable-component-update", "--disable-sync",
                "--hide-scrollbars", "about:blank",
            ], input: input)
        // A browser that is gone is to be an error, not the end of the tests.
        signal(SIGPIPE, SIG_IGN)
    }

    /// Ends it.
    func quit() async {
        _ = try? await call("Browser.close")
        if await process.exitStatus(within: .seconds(10)) == nil { process.signal(SIGKILL) }
    }

    /// Calls a method, of a tab where a session is named, and waits for its result.
    @discardableResult
    func call<Result: Decodable>(
        _ method: String, _ parameters: sending [String: Any] = [:], session: String? = nil,
        as type: Result.Type = Nothing.self
    ) async throws -> Result {
        let identifier = state.withLock { state in
            state.lastIdentifier += 1
            return state.lastIdentifier
        }
        var message: [String: Any] = [
            "id": identifier, "method": method, "params": parameters,
        ]
        if let session { message["sessionId"] = session }
        let bytes = try JSONSerialization.data(withJSONObject: message) + [0]
        try state.withLock { _ in try input.fileHandleForWriting.write(contentsOf: bytes) }
        var reply: Data?
        _ = await eventually(every: .milliseconds(2)) {
            takeMessages()
            reply = state.withLock { $0.replies.removeValue(forKey: identifier) }
            return reply != nil || !process.isRunning
        }
        guard let reply else {
            throw Refusal(method: method, reason: "no answer: \(process.standardError)")
        }
        let decoded = try JSONDecoder().decode(Reply<Result>.self, from: reply)
        guard let result = decoded.result else {
            throw Refusal(method: method, reason: decoded.error?.message ?? "no result")
        }
        return result
    }

    /// All that has happened in a tab so far.
    func events(of session: String) -> [Event] {
        takeMessages()
        return state.withLock { $0.events }.filter { $0.session == session }
    }

    /// Sorts what has come: each message ends with a zero.
    private func takeMessages() {
        state.withLock { state in
            state.rest += process.takeStandardOutput()
            var parts = state.rest.split(separator: 0, omittingEmptySubsequences: false)
            state.rest = Data(parts.popLast() ?? Data())
            for message in parts.map({ Data($0) }) {
                guard let envelope = try? JSONDecoder().decode(Envelope.self, from: message) else {
                    continue
                }
                if let identifier = envelope.id {
                    state.replies[identifier] = message
                } else if let method = envelope.method {
                    state.events.append(
                        Event(method: method, session: envelope.sessionId, message: message))
                }
            }
        }
    }
}
