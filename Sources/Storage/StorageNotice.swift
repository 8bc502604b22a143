import Domain

/// What an operator should know of an opening that went well.
public enum StorageNotice: Sendable, Hashable, CustomStringConvertible {
    /// The file was damaged: it has another name now, and a new one holds what could be read.
    case movedAside(to: String, reason: String, rescuedRows: Int)
    /// Rows of which something could not be read; the first of them by table and key.
    case unreadableRows(count: Int, first: String)

    public var description: String {
        switch self {
        case .movedAside(let target, let reason, let rescuedRows):
            "a damaged state file was moved to \(target), \(rescuedRows) rows of it live on:"
                + " \(reason)"
        case .unreadableRows(let count, let first):
            "\(count) rows of the state could not be read in full, the first in \(first)"
        }
    }
}

extension StateReading {
    var notices: [StorageNotice] {
        guard let first = unreadable.first else { return [] }
        return [.unreadableRows(count: unreadable.count, first: first)]
    }
}

extension StoredState {
    var rowCount: Int {
        (account == nil ? 0 : 1) + bases.count + symbols.count + polls.count + alerting.rowCount
    }
}

extension StoredAlerting {
    fileprivate var rowCount: Int {
        alerts.count + groups.count + outbox.count + answers.count
            + (rejections.unauthorizedAt == nil ? 0 : 1) + rejections.forbidden.count
    }
}
