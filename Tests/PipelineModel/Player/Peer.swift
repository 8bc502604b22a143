import Domain
import Freshness

/// A receiver: how it answers, and what it was told.
struct Peer {
    /// How far it has heard of an episode.
    enum Heard: Int, Comparable {
        case firing
        case ended

        static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
    }

    var mood = PeerMood()
    /// The bodies of each notification that came, by its id.
    private(set) var bodies: [String: [[UInt8]]] = [:]
    var heard: [String: Heard] = [:]

    /// How the next try ends.
    mutating func nextMood() -> PeerMood {
        let present = mood
        if let left = mood.answersLeft {
            mood.answersLeft = left - 1
            if left <= 1 { mood = PeerMood() }
        }
        return present
    }

    /// Takes in that a request came, and says what is wrong with it.
    mutating func receive(_ item: OutboxItem) -> String? {
        let id = item.notification.id
        if let before = bodies[id], before != item.bodies {
            return "the same id \(id) came with other bytes"
        }
        bodies[id] = item.bodies
        return nil
    }

    /// Takes in what bodies tell, and says what is wrong with it.
    mutating func take(_ bodies: [[UInt8]]) -> String? {
        for body in bodies {
            guard let message = HeardMessage(body) else { return "it was told what it cannot read" }
            for alert in message.alerts {
                if alert.isFiring, heard[alert.start] == .ended {
                    return "it was told that \(alert.start) fires after it was told of its end"
                }
                heard[alert.start] = alert.isFiring ? .firing : .ended
            }
        }
        return nil
    }

    /// Whether it has heard of the start, or of the end, of an episode.
    func knows(_ episode: Episode, as least: Heard) -> Bool {
        var start = episode
        start.endsAt = nil
        return heard[start.told].map { $0 >= least } ?? false
    }
}

extension Peer {
    /// Takes in that who told it remembers nothing of what was said.
    mutating func forget() { heard = [:] }
}
