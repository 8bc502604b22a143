public import Freshness

/// An alert as receivers are told of it.
public struct Alert: Sendable, Hashable {
    public var labels: [String: String]
    public var annotations: [String: String]
    /// When the condition was first found true; the same to the end.
    public var startsAt: Timestamp
    /// Nil while it fires.
    public var endsAt: Timestamp?

    /// Makes an alert.
    public init(
        labels: [String: String], annotations: [String: String], startsAt: Timestamp,
        endsAt: Timestamp? = nil
    ) {
        self.labels = labels
        self.annotations = annotations
        self.startsAt = startsAt
        self.endsAt = endsAt
    }

    /// Whether it still fires.
    public var isFiring: Bool { endsAt == nil }

    /// What tells alerts apart: 16 hex digits over the labels.
    ///
    /// FNV-1a 64 over name, 0xFF, value, 0xFF of each label in byte order of the names, as
    /// Prometheus' `model.LabelSet.Fingerprint` computes it.
    public var fingerprint: String {
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        func add(_ byte: UInt8) {
            hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3
        }
        for (name, value) in labels.sorted(by: {
            $0.key.utf8.lexicographicallyPrecedes($1.key.utf8)
        }) {
            for byte in name.utf8 { add(byte) }
            add(0xFF)
            for byte in value.utf8 { add(byte) }
            add(0xFF)
        }
        return hash.padded(to: 16, radix: 16)
    }
}
