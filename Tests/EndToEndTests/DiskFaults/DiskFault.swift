import Foundation

/// What a disk does at one of the calls that change what is on it.
struct DiskFault: Sendable, Hashable {
    /// What happens at the call.
    enum Harm: Sendable, Hashable {
        /// It fails, and the next one works.
        case failsOnce(POSIXErrorCode)
        /// It fails, and those that follow, until the disk is told to work again.
        case failsFrom(POSIXErrorCode)
        /// Half of the bytes are written, and then the disk is full for once.
        case writesHalf
        /// The program is killed.
        case kills(Moment)
        /// The power fails.
        case cutsPower(Survival)
    }

    enum Moment: String, Sendable, CaseIterable {
        case before
        case after
        /// Half of the bytes are written.
        case half
    }

    /// What a loss of power leaves.
    enum Survival: String, Sendable {
        /// All that was synced, and nothing else.
        case synced = "lost"
        /// Some of the rest as well, sector by sector.
        case some
        /// Nothing, though the disk said that it had synced.
        case nothing = "lies"
    }

    let harm: Harm
    /// Which call it is, from 1; of those that write where half of the bytes are to be written.
    let call: Int
    /// What survives a loss of power is drawn from it.
    var seed: UInt64 = 0

    /// What nothing may be lost by: all but a disk that lies.
    static let harms: [Harm] =
        [.ENOSPC, .EDQUOT, .EINTR, .EIO, .EROFS].map { .failsOnce($0) }
        + [.ENOSPC, .EIO, .EROFS].map { .failsFrom($0) }
        + [.writesHalf] + Moment.allCases.map { .kills($0) }
        + [.cutsPower(.synced), .cutsPower(.some)]
}

extension DiskFault.Harm {
    /// What the library knows it by.
    var name: String {
        switch self {
        case .failsOnce: "once"
        case .failsFrom: "from"
        case .writesHalf: "short"
        case .kills(let moment): moment.rawValue
        case .cutsPower(let survival): survival.rawValue
        }
    }

    /// The error that the call gives.
    var error: POSIXErrorCode? {
        switch self {
        case .failsOnce(let error), .failsFrom(let error): error
        case .writesHalf: .ENOSPC
        case .kills, .cutsPower: nil
        }
    }

    /// Whether the call is counted among those that write.
    var needsBytes: Bool { self == .writesHalf || self == .kills(.half) }

    /// Whether the program ends by it.
    var isDeadly: Bool {
        switch self {
        case .kills, .cutsPower: true
        case .failsOnce, .failsFrom, .writesHalf: false
        }
    }

    /// Whether the state is opened anew after it, for which the daemon takes half a minute.
    var isSlow: Bool {
        error == .EIO || error == .EROFS
    }
}

extension DiskFault: CustomStringConvertible {
    /// The form in which the library reads it: what happens, error number, call, seed.
    var description: String {
        "\(harm.name) \(harm.error?.rawValue ?? 0) \(call) \(seed)"
    }

    /// Reads the form that is printed.
    init?(_ description: String) {
        let fields = description.split(separator: " ")
        guard fields.count == 4, let call = Int(fields[2]), let seed = UInt64(fields[3]),
            let harm = Self.harms.first(where: { harm in
                DiskFault(harm: harm, call: call, seed: seed).description == description
            })
        else { return nil }
        self.init(harm: harm, call: call, seed: seed)
    }
}
