import Crypto
import Domain

extension Notification {
    /// What a pager knows the incident of the group by: 64 hex digits, the same for all its life.
    ///
    /// SHA-256 over the receiver, the group, what labels were configured when the group began, in
    /// byte order of their names, and the address of the status page at that time, each ended by
    /// 0xFF, which is in no UTF-8. Two installations that page for the same service have other
    /// addresses, so that none closes an incident of the other.
    var pagerKey: String {
        let labels = origin.labels.sorted {
            Array($0.key.utf8).lexicographicallyPrecedes(Array($1.key.utf8))
        }
        var fields = [receiver, group.groupKey]
        for (name, value) in labels { fields += [name, value] }
        fields.append(origin.externalURL)
        let bytes = fields.reduce(into: [UInt8]()) { $0 += Array($1.utf8) + [0xFF] }
        // A page without a digest, where GnuTLS is broken, is better than none; its end finds it by
        // the same words.
        return (try? SHA256.digest(of: bytes).hexadecimal)
            ?? "\(receiver) \(group.alertname)".cut(toBytes: 255)
    }
}
