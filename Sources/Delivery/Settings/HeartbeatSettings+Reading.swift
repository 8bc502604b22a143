public import ConfigTree

extension HeartbeatSettings {
    /// Reads the map `heartbeat` of a file's root; nil where there is none, or it is wrong.
    ///
    /// - Parameters:
    ///   - root: the file's root.
    ///   - folder: where relative paths start; ends in a slash or is empty.
    ///   - files: reads the files that are named.
    public static func heartbeat(
        reading root: MapReader, folder: String, files: some ReceiverFiles
    ) -> HeartbeatSettings? {
        guard let map = root.value("heartbeat")?.map(allowed: "a map with url and interval")
        else { return nil }
        defer { map.finish() }
        let addresses = AddressReader(
            map: map, files: FileReader(folder: folder, files: files))
        let url = addresses.url()
        let interval = map.duration(
            "interval", in: .seconds(1)...(.seconds(86_400)), default: .seconds(60))
        return url.map { HeartbeatSettings(url: $0, interval: interval) }
    }
}
