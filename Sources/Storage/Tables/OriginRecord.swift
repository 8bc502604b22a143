import Domain

/// The origin of a group as an object of a JSON text.
struct OriginRecord: Codable {
    private var labels: [String: String]
    private var externalURL: String

    private enum CodingKeys: String, CodingKey {
        case labels
        case externalURL = "external_url"
    }

    init(_ origin: GroupOrigin) {
        labels = origin.labels
        externalURL = origin.externalURL
    }

    var origin: GroupOrigin { GroupOrigin(labels: labels, externalURL: externalURL) }
}

extension Row {
    /// Nil where the column is no origin; an empty one where it is NULL, as in rows of the schema
    /// before there were origins.
    func origin(_ column: Int32) -> GroupOrigin? {
        isNull(column) ? GroupOrigin() : json(column, as: OriginRecord.self)?.origin
    }
}

extension JSONText {
    static func encode(_ origin: GroupOrigin) throws(StorageFault) -> SQLValue {
        try encode(OriginRecord(origin))
    }
}
