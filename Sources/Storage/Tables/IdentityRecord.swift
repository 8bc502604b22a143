import Domain
import Freshness

/// One episode of an alert as an object of a JSON text.
struct IdentityRecord: Codable {
    private var fingerprint: String
    private var startsAt: Int64

    private enum CodingKeys: String, CodingKey {
        case fingerprint
        case startsAt = "starts_at"
    }

    init(_ identity: Alert.Identity) {
        fingerprint = identity.fingerprint
        startsAt = identity.startsAt.nanosecondsSinceEpoch
    }

    var identity: Alert.Identity {
        Alert.Identity(
            fingerprint: fingerprint, startsAt: Timestamp(nanosecondsSinceEpoch: startsAt))
    }
}

extension JSONText {
    static func encode(_ identities: Set<Alert.Identity>) throws(StorageFault) -> SQLValue {
        try encode(
            identities.sorted { ($0.fingerprint, $0.startsAt) < ($1.fingerprint, $1.startsAt) }
                .map { IdentityRecord($0) })
    }
}
