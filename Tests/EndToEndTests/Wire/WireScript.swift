/// How a message is put on a wire.
struct WireScript: Sendable {
    /// One act.
    enum Act: Sendable {
        case send([UInt8])
        case wait(Duration)
        case drip([UInt8], every: Duration)
    }

    /// What becomes of the connection after the acts.
    enum Ending: Sendable {
        /// It stays open.
        case stays
        case closes
        case halfCloses
        case resets
    }

    var acts: [Act]
    var ending: Ending

    /// Puts a message on a wire with a fault.
    ///
    /// - Parameter former: a whole message that had its turn before.
    init(_ message: [UInt8], with fault: WireFault, former: [UInt8]) {
        let place = min(fault.place, message.count)
        let (before, after) = (Array(message[..<place]), Array(message[place...]))
        ending = fault.salt.isMultiple(of: 2) ? .stays : .closes
        switch fault.kind {
        case .none: (acts, ending) = ([.send(message)], .stays)
        case .close: (acts, ending) = ([.send(before)], .closes)
        // A reset overtakes what was sent just before it.
        case .reset: (acts, ending) = ([.send(before), .wait(.milliseconds(10))], .resets)
        case .halfClose: (acts, ending) = ([.send(before)], .halfCloses)
        case .silence: (acts, ending) = ([.send(before)], .stays)
        case .pause:
            acts = [.send(before), .wait(.milliseconds(30)), .send(after)]
        case .drip:
            acts =
                [.send(before), .drip(Array(after.prefix(100)), every: .microseconds(300))]
                + [.send(Array(after.dropFirst(100)))]
        case .throttle:
            (acts, ending) = ([.send(before), .drip(after, every: .milliseconds(40))], .stays)
        case .stale: acts = [.send(former + message)]
        case .twice: acts = [.send(message + message)]
        case .late:
            (acts, ending) = ([.send(message), .wait(.milliseconds(60)), .send(message)], .stays)
        case .garbage: acts = [.send(message + Self.garbage(fault.salt))]
        case .flippedBit, .otherByte, .lostByte, .doubledByte, .lineBreak, .nul, .swap:
            acts = [.send(Self.changed(before, after, by: fault))]
        }
    }

    /// Makes the sender end a connection that would stay, unless the fault is that nothing comes.
    mutating func closeByItself(after kind: WireFault.Kind) {
        switch kind {
        case .close, .reset, .halfClose, .silence, .throttle: break
        case .none, .pause, .drip, .flippedBit, .otherByte, .lostByte, .doubledByte, .lineBreak,
            .nul, .swap, .stale, .twice, .late, .garbage:
            ending = .closes
        }
    }

    private static func changed(
        _ before: [UInt8], _ after: [UInt8], by fault: WireFault
    ) -> [UInt8] {
        let byte = after.prefix(1)
        let rest = after.dropFirst()
        let draw = fault.salt >> 1
        switch fault.kind {
        case .flippedBit: return before + byte.map { $0 ^ (1 << UInt8(draw % 8)) } + rest
        case .otherByte: return before + byte.map { $0 &+ UInt8(1 + draw % 255) } + rest
        case .lostByte: return before + rest
        case .doubledByte: return before + byte + byte + rest
        case .lineBreak: return before + [0x0D, 0x0A] + after
        case .nul: return before + [0] + after
        case .swap: return after + before
        case .none, .close, .reset, .halfClose, .silence, .pause, .drip, .throttle, .stale,
            .twice, .late, .garbage:
            return before + after
        }
    }

    private static func garbage(_ salt: UInt64) -> [UInt8] {
        switch salt >> 1 & 3 {
        case 0: Array("\r\n".utf8)
        case 1: [0]
        case 2: Array("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok".utf8)
        default: (0..<40).map { UInt8(truncatingIfNeeded: salt >> UInt64($0) &* 31) }
        }
    }

    /// All bytes that go out where nobody ends the connection before.
    var bytes: [UInt8] {
        var all: [UInt8] = []
        for act in acts {
            switch act {
            case .send(let bytes): all += bytes
            case .drip(let bytes, every: _): all += bytes
            case .wait: break
            }
        }
        return all
    }
}
