import FoundationEssentials

/// What a receiver reads of the body of a webhook.
struct HeardMessage: Decodable {
    struct Alert: Decodable {
        private let status: String
        private let labels: [String: String]
        private let startsAt: String
        private let endsAt: String

        var isFiring: Bool { status == "firing" }

        /// Its beginning, as `Episode.told` has it while it fires.
        var start: String {
            let texts = labels.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
            return "\(texts.joined(separator: ",")) from \(startsAt)"
        }

        /// As `Episode.told` has it.
        var told: String { isFiring ? start : "\(start) until \(endsAt)" }
    }

    let alerts: [Alert]
    /// How many it says that it leaves out.
    let truncatedAlerts: Int

    init?(_ body: [UInt8]) {
        guard let message = try? JSONDecoder().decode(Self.self, from: Data(body)) else {
            return nil
        }
        self = message
    }
}
