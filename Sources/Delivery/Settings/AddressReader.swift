import ConfigTree
import Domain

/// Reads where requests go: `url`, `url_file`, and `urls` of a cluster.
struct AddressReader<Files: ReceiverFiles> {
    let map: MapReader
    let files: FileReader<Files>
    /// Whether requests go to paths below the URL.
    var takesBase = false

    /// One URL, from `url` or `url_file`.
    ///
    /// - Parameters:
    ///   - standard: the one in force where neither is given.
    ///   - isNeeded: whether that there is none is an error.
    func url(standard: ReceiverURL? = nil, isNeeded: Bool = true) -> ReceiverURL? {
        let written = map.value("url")
        let file = map.value("url_file")
        switch (written, file) {
        case (nil, nil):
            if standard == nil, isNeeded {
                map.reject("url", "missing; needed is \(ReceiverURL.form), or url_file")
            }
            return standard
        case (let written?, let file?):
            // Read all the same, so that the line may show its harmless part.
            _ = written.address()
            file.reject("not together with url; remove one of the two")
            return nil
        case (let written?, nil): return url(written)
        case (nil, let file?): return url(in: file)
        }
    }

    /// The URLs of all members of a cluster, from `urls`, or one from the other two keys.
    func urls() -> [ReceiverURL] {
        guard let list = map.value("urls") else {
            guard !map.has("url"), !map.has("url_file") else { return url().map { [$0] } ?? [] }
            map.reject("url", "missing; needed is \(ReceiverURL.form), or url_file, or urls")
            return []
        }
        let others = ["url", "url_file"].filter(map.has)
        guard others.isEmpty else {
            _ = map.value("url")?.address()
            _ = map.value("url_file")
            list.list()?.forEach { _ = $0.address() }
            let advice = others.count == 1 ? "remove one of the two" : "keep one of the three"
            list.reject("not together with \(others.joined(separator: " and ")); \(advice)")
            return []
        }
        guard let items = list.list(of: "URLs, such as [https://am1.example, https://am2.example]")
        else { return [] }
        if items.isEmpty {
            list.reject("found an empty list; name at least one URL")
        }
        var seen: Set<String> = []
        return items.compactMap { item in
            guard let url = url(item) else { return nil }
            guard seen.insert(Self.withoutSlash(url)).inserted else {
                item.reject("\(item.found) is given twice; remove one")
                return nil
            }
            return url
        }
    }

    private func url(_ value: ValueReader) -> ReceiverURL? {
        guard let text = value.address(allowed: ReceiverURL.form) else { return nil }
        do throws(ReceiverURL.Problem) {
            return try taken(text)
        } catch {
            value.reject("found \(value.found); \(error.advice)")
            return nil
        }
    }

    private func url(in file: ValueReader) -> ReceiverURL? {
        guard let secret = files.secret(file, .url, named: "the URL") else { return nil }
        do throws(ReceiverURL.Problem) {
            return try taken(secret.reveal())
        } catch {
            file.reject("\(file.found) holds no URL that can be used; \(error.advice)")
            return nil
        }
    }

    private func taken(_ text: String) throws(ReceiverURL.Problem) -> ReceiverURL {
        takesBase ? try ReceiverURL(base: text) : try ReceiverURL(text)
    }

    /// The text of a URL, to tell whether another one leads to the same place.
    private static func withoutSlash(_ url: ReceiverURL) -> String {
        String(url.secret.reveal().reversed().drop { $0 == "/" }.reversed())
    }
}
