import Foundation

/// A small file system in memory, at a folder.
public final class Mount: Sendable {
    private let path: String

    private struct Refusal: Error {
        var errno: Int32
    }

    /// Whether this process may mount; containers seldom may.
    public static let isAllowed: Bool = {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: folder) }
        return geteuid() == 0 && (try? Mount(at: folder.path, size: "64k")) != nil
    }()

    /// Mounts one, and makes the folder where it is missing.
    ///
    /// - Parameter size: as mount(8) takes it, such as `64k`.
    public init(at path: String, size: String) throws {
        self.path = path
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        guard mount("none", path, "tmpfs", 0, "size=\(size)") == 0 else {
            throw Refusal(errno: errno)
        }
    }

    deinit { umount2(path, Int32(MNT_DETACH)) }

    /// Changes what the mount allows.
    ///
    /// Tries for a while: a child that another test is just starting holds a copy of every
    /// descriptor until it runs its own program, and a file that is open for writing keeps its
    /// mount writable.
    public func remount(isReadOnly: Bool) async throws {
        let flags = UInt(MS_REMOUNT) | (isReadOnly ? UInt(MS_RDONLY) : 0)
        var reason: Int32 = 0
        let isDone = await eventually(every: .milliseconds(10)) {
            reason = mount("none", self.path, nil, flags, nil) == 0 ? 0 : errno
            return reason != EBUSY
        }
        guard isDone, reason == 0 else { throw Refusal(errno: reason) }
    }

    /// Makes it larger.
    public func grow(to size: String) throws {
        guard mount("none", path, nil, UInt(MS_REMOUNT), "size=\(size)") == 0 else {
            throw Refusal(errno: errno)
        }
    }

    /// Leaves no free byte.
    public func fill() throws {
        let file = open(ballast, O_WRONLY | O_CREAT, 0o600)
        defer { close(file) }
        let block = [UInt8](repeating: 1, count: 4_096)
        while write(file, block, block.count) > 0 {}
        guard errno == ENOSPC else { throw Refusal(errno: errno) }
    }

    /// Takes back what filled it.
    public func empty() throws {
        try FileManager.default.removeItem(atPath: ballast)
    }

    private var ballast: String { "\(path)/ballast" }
}
