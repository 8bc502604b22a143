import Foundation

/// A request that came to a `WireProxy`, and what went back.
struct WireExchange: Sendable {
    /// Whose it is.
    let lane: String
    /// The number of its connection, from 1.
    let connection: Int
    /// Its number on the connection, from 1.
    let turn: Int
    let fault: WireFault
    /// As it was sent.
    let request: [UInt8]
    /// When it was there.
    let began: Date
    /// What went out of the answer.
    var passed: [UInt8] = []
    /// What the whole answer is, where the receiver gave one.
    var answer: [UInt8] = []
    var ending = WireScript.Ending.stays
    /// When all had gone out, or the peer had ended the connection.
    var ended: Date?

    /// The time until the end, which is that of the peer where something had to be waited for.
    var duration: Double { ended.map { $0.timeIntervalSince(began) } ?? 0 }

    /// Whether curl may send the request once more by itself.
    ///
    /// It does where not one line came back on a connection that was used before. A reset may throw
    /// away what came before it.
    var mayBeSentAgain: Bool {
        guard turn > 1 else { return false }
        switch ending {
        case .resets: return true
        case .stays, .closes, .halfCloses: return !passed.contains(0x0A)
        }
    }

    /// For who looks into a violation.
    var text: String {
        let shown = passed.map { byte in
            0x20...0x7E ~= byte && byte != UInt8(ascii: "\\")
                ? String(UnicodeScalar(byte)) : "\\x" + String(byte, radix: 16)
        }
        return "\(lane) turn \(turn) of connection \(connection): \(fault), \(ending) after "
            + "\(Int(duration * 1000)) ms: \(shown.joined())"
    }
}
