import Foundation
import Glibc
import TestKit

/// A small file system in memory, at the folder of a store.
final class Mount {
    private let path: String

    private struct Refusal: Error {
        var errno: Int32
    }

    /// Whether this process may mount; containers seldom may.
    static let isAllowed: Bool = {
        guard geteuid() == 0, let folder = try? TemporaryFolder() else { return false }
        return (try? Mount(at: folder, size: "64k")) != nil
    }()

    init(at folder: TemporaryFolder, size: String) throws {
        path = folder.store
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
    func remount(isReadOnly: Bool) async throws {
        let flags = UInt(MS_REMOUNT) | (isReadOnly ? UInt(MS_RDONLY) : 0)
        var reason: Int32 = 0
        let isDone = await eventually(every: .milliseconds(10)) {
            reason = mount("none", self.path, nil, flags, nil) == 0 ? 0 : errno
            return reason != EBUSY
        }
        guard isDone, reason == 0 else { throw Refusal(errno: reason) }
    }

    /// Leaves no free byte.
    func fill() throws {
        let file = open(ballast, O_WRONLY | O_CREAT, 0o600)
        defer { close(file) }
        let block = [UInt8](repeating: 1, count: 4_096)
        while write(file, block, block.count) > 0 {}
        guard errno == ENOSPC else { throw Refusal(errno: errno) }
    }

    func empty() throws {
        try FileManager.default.removeItem(atPath: ballast)
    }

    private var ballast: String { "\(path)/ballast" }
}

/// Rights that root has even where the mode of a file denies them.
enum Unprivileged {
    /// Gives them up for good, where this process has them.
    static func become() {
        guard geteuid() == 0 else { return }
        // The user and the group that own nothing.
        guard setgid(65_534) == 0, setuid(65_534) == 0 else { exit(2) }
    }
}
