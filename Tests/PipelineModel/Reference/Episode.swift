import Domain
import Freshness

/// One time that an alert fired, from its start to its end.
struct Episode: Hashable {
    /// Never the same for two, whatever the clock says.
    var number: Int
    var name: AlertName
    var labels: [String: String]
    var startsAt: Timestamp
    /// Nil while it fires.
    var endsAt: Timestamp?

    /// Names and values of its labels, in the order of the names.
    var labelTexts: [String] {
        labels.sorted { $0.key < $1.key }.flatMap { [$0.key, $0.value] }
    }

    /// What a receiver reads of it.
    var told: String {
        let texts = labels.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
        let end = endsAt.map { " until \($0.iso8601)" } ?? ""
        return "\(texts.joined(separator: ",")) from \(startsAt.iso8601)\(end)"
    }
}

extension Alert {
    /// What a receiver reads of it.
    var told: String {
        let texts = labels.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
        let end = endsAt.map { " until \($0.iso8601)" } ?? ""
        return "\(texts.joined(separator: ",")) from \(startsAt.iso8601)\(end)"
    }
}
