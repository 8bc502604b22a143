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

    /// Does what is left of a replacement whose start was ended, and says where the damaged database is;
    /// nil where there is none.
    func resumeReplacement(at now: Timestamp) throws(StorageFault) -> String? {
        if FileIdentity(of: draft.file) != nil { removeDraft() }
        guard FileIdentity(of: successor) != nil else { return nil }
        let isLeft = FileIdentity(of: file) != nil
        let target = try moveAside(at: now)
        try installSuccessor()
        return isLeft ? target : "\(file).corrupt-…"
    }

    private static func rename(_ source: String, to target: String) throws(StorageFault) {
        guard Glibc.rename(source, target) == 0 else {
            throw StorageFault(errno: errno, doing: "cannot rename \(source)")
        }
    }
}
