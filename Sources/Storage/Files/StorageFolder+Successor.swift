import Domain
import Freshness
import Glibc

/// What takes the place of a damaged database.
///
/// It is made whole before the damaged one goes, so that a start that ends in between leaves one of
/// them with all that could be read.
extension StorageFolder {
    /// Where it is made.
    var draft: StorageFolder { StorageFolder(path: path, name: "\(name).draft") }

    /// It, from when it is whole until it has the name of the database.
    var successor: StorageFolder { StorageFolder(path: path, name: "\(name).new") }

    /// Whether the database has got another name, and the successor not yet its own.
    var hasSuccessorAlone: Bool { successor.isFile && FileIdentity(of: file) == nil }

    /// Whether a start that was ended has left one.
    var hasDraft: Bool { draft.isFile }

    /// Removes what a start that was ended has left of a draft.
    ///
    /// Nobody makes a folder in its place but by mistake: it gets another name.
    func removeDraft() {
        for suffix in Self.companions + [""] where unlink(draft.file + suffix) != 0 {
            if errno == EISDIR { Self.setAside(draft.file + suffix) }
        }
    }

    /// Makes a closed draft what the next start begins with.
    func finishDraft() throws(StorageFault) {
        guard FileIdentity(of: "\(draft.file)-wal") == nil else {
            throw StorageFault(.failed, "the log of \(draft.file) cannot be written back")
        }
        if successor.kind == S_IFDIR { Self.setAside(successor.file) }
        try Self.rename(draft.file, to: successor.file)
        Self.sync(path)
    }

    /// Keeps other starts off the successor; nil where there is none.
    func lockSuccessor() throws(StorageFault) -> FileLock? {
        successor.isFile ? try FileLock.take(successor.file) : nil
    }

    /// Gives the successor, which is locked, the name of the database, which has another one by now.
    func installSuccessor() throws(StorageFault) {
        try Self.rename(successor.file, to: file)
        Self.sync(path)
    }

    /// Removes a successor, which is locked, while the database still has its name: it holds what
    /// the successor holds, or more.
    func removeNeedlessSuccessor() {
        if FileIdentity(of: file) != nil { unlink(successor.file) }
    }

    /// Does what is left of a replacement whose start was ended, or met an error, after the damaged
    /// database had got another name.
    ///
    /// - Returns: that name; nil where nothing was left to do.
    func resumeReplacement(at now: Timestamp) throws(StorageFault) -> String? {
        guard let lock = try lockSuccessor() else { return nil }
        defer { lock.release() }
        guard hasSuccessorAlone else {
            removeNeedlessSuccessor()
            return nil
        }
        let target = lastAside ?? nameAside(at: now)
        try moveCompanionsAside(to: target)
        try installSuccessor()
        return target
    }

    private var isFile: Bool { kind == S_IFREG }

    /// What has the name of the database; nil where nothing has it.
    private var kind: mode_t? {
        var status = stat()
        return lstat(file, &status) == 0 ? status.st_mode & S_IFMT : nil
    }

    private static func rename(_ source: String, to target: String) throws(StorageFault) {
        guard Glibc.rename(source, target) == 0 else {
            throw StorageFault(errno: errno, doing: "cannot rename \(source)")
        }
    }

    /// Gives what is in the way another name, if that can be: the call that it stops tells.
    private static func setAside(_ path: String) {
        _ = Glibc.rename(path, freeName("\(path).aside"))
    }
}
