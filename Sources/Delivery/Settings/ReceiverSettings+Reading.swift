public import ConfigTree

extension ReceiverSettings {
    /// Reads the list `receivers` of a file's root.
    ///
    /// - Parameters:
    ///   - root: the file's root.
    ///   - folder: where relative paths start; ends in a slash or is empty.
    ///   - files: reads the files that are named.
    public static func receivers(
        reading root: MapReader, folder: String, files: some ReceiverFiles
    ) -> [ReceiverSettings] {
        guard let value = root.value("receivers"),
            let items = value.list(of: "receivers, each with name, type and url")
        else { return [] }
        let files = FileReader(folder: folder, files: files)
        var seen: Set<String> = []
        return items.compactMap { item in
            guard let map = item.map() else { return nil }
            defer { map.finish() }
            let reader = ReceiverReader(map: map, files: files)
            let name = reader.name()
            if let name, !seen.insert(name).inserted {
                map.reject("name", "\(name) is given twice; rename one")
            }
            let type = reader.type()
            let urls = reader.urls(type: type)
            let signingSecrets = reader.signingSecrets(type: type)
            let headers = reader.headers(type: type)
            let routingKey = reader.routingKey(type: type)
            let timeout = map.duration(
                "timeout", in: .seconds(1)...(.seconds(60)), default: .seconds(10))
            let sendsResolved = map.boolean("send_resolved", default: true)
            let alerts = reader.alerts()
            let caFile = reader.caFile()
            guard let name, let type, let url = urls.first else { return nil }
            return ReceiverSettings(
                name: name, type: type, url: url, otherURLs: Array(urls.dropFirst()),
                timeout: timeout, sendsResolved: sendsResolved, alerts: alerts, caFile: caFile,
                signingSecrets: signingSecrets, headers: headers, routingKey: routingKey)
        }
    }
}
