import Foundation
import Glibc
import Synchronization

/// Takes what a service tells its manager, as systemd does at `NOTIFY_SOCKET`.
public final class NotifyListener: Sendable {
    /// A message as it came.
    public struct Message: Sendable {
        public let at: ContinuousClock.Instant
        public let lines: [String]
    }

    /// What the variable `NOTIFY_SOCKET` is to be.
    public let address: String
    private let descriptor: Int32
    private let recorder = Recorder<Message>()

    /// Listens at `@` and a name of its own in the abstract namespace, or in a file of a folder.
    public init(folder: String? = nil) throws {
        let name = "exchangerate-notify-\(UUID().uuidString)"
        address = folder.map { "\($0)/notify" } ?? "@\(name)"
        descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        var socketAddress = sockaddr_un()
        socketAddress.sun_family = sa_family_t(AF_UNIX)
        let path = folder == nil ? [0] + Array(name.utf8) : Array(address.utf8) + [0]
        withUnsafeMutableBytes(of: &socketAddress.sun_path) { $0.copyBytes(from: path) }
        let length = socklen_t(MemoryLayout<sa_family_t>.size + path.count)
        let descriptor = descriptor
        let isBound = withUnsafePointer(to: socketAddress) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, length) == 0
            }
        }
        guard isBound else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EINVAL) }
        Thread.detachNewThread { [recorder] in
            var buffer = [UInt8](repeating: 0, count: 4096)
            while true {
                let count = recv(descriptor, &buffer, buffer.count, 0)
                // The end of this value sends an empty one.
                guard count > 0 else { break }
                let text = String(decoding: buffer[..<count], as: UTF8.self)
                recorder.note(
                    Message(
                        at: .now, lines: text.split(separator: "\n").map(String.init)))
            }
            close(descriptor)
        }
    }

    deinit { shutdown(descriptor, Int32(SHUT_RDWR)) }

    /// All messages so far.
    public var messages: [Message] { recorder.values }

    /// All lines so far.
    public var lines: [String] { messages.flatMap(\.lines) }

    /// How often a line has come.
    public func count(_ line: String) -> Int { lines.count { $0 == line } }

    /// Waits until a line has come so many times; false where it has not in time.
    public func waitFor(_ line: String, count: Int = 1) async -> Bool {
        await eventually(every: .milliseconds(10)) { self.count(line) >= count }
    }
}
