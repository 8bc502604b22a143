import ConfigTree
import Domain

/// Reads the keys of one receiver; what is wrong is recorded, without what is secret in it.
struct ReceiverReader<Files: ReceiverFiles> {
    let map: MapReader
    let files: FileReader<Files>

    func name() -> String? {
        let limit = 64
        let allowed = "a name of at most \(limit) characters"
        guard let value = map.value("name") else {
            map.reject("name", "missing; needed is \(allowed) that no other receiver has")
            return nil
        }
        guard let name = value.text(allowed: allowed) else { return nil }
        // It becomes a label and stands in logs and pages, where no URL may.
        guard name.unicodeScalars.count <= limit, !name.contains("://") else {
            value.reject("found \(value.found); allowed is \(allowed), and no URL")
            return nil
        }
        return name
    }

    func type() -> ReceiverType? {
        let allowed = "allowed is " + ReceiverType.allCases.map(\.rawValue).joined(separator: ", ")
        guard let value = map.value("type") else {
            map.reject("type", "missing; \(allowed)")
            return nil
        }
        guard let text = value.text(allowed: "a type of receiver") else { return nil }
        if let type = ReceiverType(rawValue: text) { return type }
        value.reject("found \(value.found); \(allowed)")
        return nil
    }

    /// Where requests go; empty where it is not right.
    ///
    /// - Parameter type: nil where it is not known; then a URL is not needed.
    func urls(type: ReceiverType?) -> [ReceiverURL] {
        let isCluster = type.map { $0 == .alertmanager } ?? map.has(ReceiverKey.urls.rawValue)
        let addresses = AddressReader(map: map, files: files, takesBase: isCluster)
        if isCluster { return addresses.urls() }
        _ = value(of: .urls, type: type)
        let url = addresses.url(
            standard: type == .pagerduty ? ReceiverURL.pagerDuty : nil, isNeeded: type != nil)
        return url.map { [$0] } ?? []
    }

    func signingSecrets(type: ReceiverType?) -> [Secret] {
        value(of: .secretFile, type: type).map(files.signingSecrets) ?? []
    }

    func headers(type: ReceiverType?) -> [ReceiverHeader] {
        value(of: .headers, type: type).map(HeaderReader.headers) ?? []
    }

    func routingKey(type: ReceiverType?) -> Secret? {
        let key = ReceiverKey.routingKeyFile
        if let value = value(of: key, type: type) { return files.routingKey(value) }
        if let type, key.belongs(to: type), !map.has(key.rawValue) {
            map.reject(key.rawValue, "missing; needed is the path of a file with the routing key")
        }
        return nil
    }

    /// The value of a key where the type has the key; where it does not, the key is refused.
    private func value(of key: ReceiverKey, type: ReceiverType?) -> ValueReader? {
        if let type, !key.belongs(to: type) {
            map.refuse(key.rawValue, "\(key.rawValue) is for type \(key.type.rawValue); remove it")
            return nil
        }
        return map.value(key.rawValue)
    }

    func alerts() -> Set<AlertName> {
        let all = AlertName.allCases
        guard let value = map.value("alerts"),
            let items = value.list(of: "alerts, such as [\(all[0].settingsKey)]", plain: true)
        else { return Set(all) }
        guard !items.isEmpty else {
            value.reject("found an empty list; name at least one alert, or leave the key out")
            return []
        }
        var alerts: Set<AlertName> = []
        for item in items {
            let allowed = "one of " + all.map(\.settingsKey).joined(separator: ", ")
            guard let text = item.text(allowed: allowed) else { continue }
            guard let name = all.first(where: { $0.settingsKey == text }) else {
                item.reject("found \(item.found); allowed is \(allowed)")
                continue
            }
            if !alerts.insert(name).inserted {
                item.reject("\(text) is given twice; remove one")
            }
        }
        return alerts
    }

    func caFile() -> String? {
        map.value("ca_file").flatMap(files.readable)
    }
}
