import Domain
import Freshness

/// An alert as an object of a JSON text.
struct AlertRecord: Codable {
    private var labels: [String: String]
    private var annotations: [String: String]
    private var startsAt: Int64
    private var endsAt: Int64?

    private enum CodingKeys: String, CodingKey {
        case labels
        case annotations
        case startsAt = "starts_at"
        case endsAt = "ends_at"
    }

    init(_ alert: Alert) {
        labels = alert.labels
        annotations = alert.annotations
        startsAt = alert.startsAt.nanosecondsSinceEpoch
        endsAt = alert.endsAt?.nanosecondsSinceEpoch
    }

    var alert: Alert {
        Alert(
            labels: labels, annotations: annotations,
            startsAt: Timestamp(nanosecondsSinceEpoch: startsAt),
            endsAt: endsAt.map { Timestamp(nanosecondsSinceEpoch: $0) })
    }
}

extension Row {
    /// Nil where the column is no list of alerts.
    func alerts(_ column: Int32) -> [Alert]? {
        json(column, as: [AlertRecord].self)?.map(\.alert)
    }
}
