import ConfigTree
import Domain

/// Reads the keys of one receiver; what is wrong is recorded, without what is secret in it.
struct ReceiverReader<Files: ReceiverFiles> {
    let map: MapReader
    /// Where relative paths start; ends in a slash or is empty.
    let folder: String
    let files: Files

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
        let announced = ["alertmanager", "slack", "pagerduty"]
        let allowed = "allowed is " + ReceiverType.allCases.map(\.rawValue).joined(separator: ", ")
        guard let value = map.value("type") else {
            map.reject("type", "missing; \(allowed)")
            return nil
        }
        guard let text = value.text(allowed: "a type of receiver") else { return nil }
        if let type = ReceiverType(rawValue: text) { return type }
        value.reject(
            announced.contains(text)
                ? "\(text) is not supported by this version; \(allowed)"
                : "found \(value.found); \(allowed)")
        return nil
    }

    func url(isNeeded: Bool) -> ReceiverURL? {
        let written = map.value("url")
        let file = map.value("url_file")
        switch (written, file) {
        case (nil, nil):
            if isNeeded {
                map.reject("url", "missing; needed is \(ReceiverURL.form), or url_file")
            }
            return nil
        case (let written?, let file?):
            // Read all the same, so that the line may show its harmless part.
            _ = written.address()
            file.reject("not together with url; remove one of the two")
            return nil
        case (let written?, nil):
            guard let text = written.address(allowed: ReceiverURL.form) else { return nil }
            do throws(ReceiverURL.Problem) {
                return try ReceiverURL(text)
            } catch {
                written.reject("found \(written.found); \(error.advice)")
                return nil
            }
        case (nil, let file?): return url(in: file)
        }
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
        guard let value = map.value("ca_file"), let path = path(value) else { return nil }
        do throws(ReceiverFileError) {
            try files.check(path)
            return path
        } catch {
            value.reject("\(value.found) \(error.reason)")
            return nil
        }
    }

    private func url(in file: ValueReader) -> ReceiverURL? {
        guard let path = path(file) else { return nil }
        let secret: Secret?
        do throws(ReceiverFileError) {
            secret = try files.secret(in: path)
        } catch {
            file.reject("\(file.found) \(error.reason)")
            return nil
        }
        guard let secret else {
            file.reject("\(file.found) is blank; write the URL into it")
            return nil
        }
        do throws(ReceiverURL.Problem) {
            return try ReceiverURL(secret.reveal())
        } catch {
            file.reject("\(file.found) holds no URL that can be used; \(error.advice)")
            return nil
        }
    }

    /// The path of a file from the folder of the configuration.
    private func path(_ value: ValueReader) -> String? {
        guard let path = value.text(allowed: "the path of a file") else { return nil }
        guard !path.contains("://") else {
            value.reject("found a URL; write it to a file, and its path here")
            return nil
        }
        return path.hasPrefix("/") ? path : folder + path
    }
}
