import Domain
import Freshness

extension Alert.Identity {
    static func example(_ start: Int64, _ fingerprint: String = "A") -> Self {
        Self(fingerprint: fingerprint, startsAt: Timestamp(nanosecondsSinceEpoch: start))
    }
}

extension TakenNotification.Told {
    static func fires(_ start: Int64, _ fingerprint: String = "A") -> Self {
        Self(episode: .example(start, fingerprint), isEnded: false)
    }

    static func ended(_ start: Int64, _ fingerprint: String = "A") -> Self {
        Self(episode: .example(start, fingerprint), isEnded: true)
    }
}
