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
    private var successor: String { "\(path)/\(name).new" }

    /// Removes what a start that was ended has left of a draft.
    func removeDraft() {
        for suffix in Self.companions + [""] { unlink(draft.file + suffix) }
    }

    /// Makes a closed draft what the next start begins with.
    func finishDraft() throws(StorageFault) {
        guard FileIdentity(of: "\(draft.file)-wal") == nil else {
            throw StorageFault(.failed, "the log of \(draft.file) cannot be written back")
        }
        try Self.rename(draft.file, to: successor)
        Self.sync(path)
    }

    /// Gives the successor the name of the database, which has another one by now.
    func installSuccessor() throws(StorageFault) {
        try Self.rename(successor, to: file)
        Self.sync(path)
    }

    func removeSuccessor() { unlink(successor) }

    /// Does what is left of a replacement whose start was ended after the damaged database had got
    /// another name; whether there was one.
    ///
    /// Where the database still has its name it is read again, and damaged or not it holds what the
    /// successor holds, or more.
    func resumeReplacement(at now: Timestamp) throws(StorageFault) -> Bool {
        if FileIdentity(of: draft.file) != nil { removeDraft() }
        guard isFile(successor) else { return false }
        guard FileIdentity(of: file) == nil else {
            removeSuccessor()
            return false
        }
        // Its log may still be there.
        _ = try moveAside(at: now)
        try installSuccessor()
        return true
    }

    private func isFile(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    }

    private static func rename(_ source: String, to target: String) throws(StorageFault) {
        guard Glibc.rename(source, target) == 0 else {
            throw StorageFault(errno: errno, doing: "cannot rename \(source)")
        }
    }
}
