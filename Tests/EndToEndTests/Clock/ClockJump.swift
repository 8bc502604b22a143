import Foundation
import TestKit
import Testing

/// A way in which somebody or something sets the wall clock.
enum ClockJump: CaseIterable, Sendable {
    case twoHoursAhead
    case twoHoursBack
    case dayAhead
    case dayBack
    case decadeAhead
    case decadeBack
    /// What a clock shows whose battery is empty.
    case epoch
    case before2000
    /// Where seconds no longer fit into 32 bits.
    case after2038
    /// No later time can be set (settimeofday(2): 30 years before 2^63 nanoseconds end).
    case lastThatCanBeSet

    func apply(to clock: MovedClock) throws {
        let hour = Duration.seconds(3600)
        switch self {
        case .twoHoursAhead: try clock.set(ahead: hour * 2)
        case .twoHoursBack: try clock.set(ahead: hour * -2)
        case .dayAhead: try clock.set(ahead: hour * 24)
        case .dayBack: try clock.set(ahead: hour * -24)
        case .decadeAhead: try clock.set(ahead: hour * 24 * 3652)
        case .decadeBack: try clock.set(ahead: hour * -24 * 3652)
        case .epoch: try clock.set(to: Date(timeIntervalSince1970: 1))
        case .before2000: try clock.set(to: .before2000)
        case .after2038: try clock.set(to: Date(timeIntervalSince1970: 2_147_483_640))
        case .lastThatCanBeSet: try clock.set(to: .lastThatCanBeSet)
        }
    }
}

extension Date {
    fileprivate static let before2000 = Date(timeIntervalSince1970: 946_684_790)
    fileprivate static let lastThatCanBeSet = Date(timeIntervalSince1970: 8_277_000_000)
}
