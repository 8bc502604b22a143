import ConfigTree
import Domain

/// Reads the files that settings name; what is wrong is recorded, without what they hold.
struct FileReader<Files: ReceiverFiles> {
    /// Where relative paths start; ends in a slash or is empty.
    let folder: String
    let files: Files

    /// The path of a file from the folder of the configuration.
    ///
    /// - Parameter advice: what to say of a text that is what the file should hold; nil for others.
    func path(_ value: ValueReader, advice: (String) -> String? = { _ in nil }) -> String? {
        let allowed = "the path of a file"
        guard let text = value.secret(allowed: allowed) else { return nil }
        if let advice = advice(text) {
            value.reject("\(advice); write it to a file, and its path here")
            return nil
        }
        guard let path = value.text(allowed: allowed) else { return nil }
        guard !path.contains("://") else {
            value.reject("found a URL; write it to a file, and its path here")
            return nil
        }
        return path.hasPrefix("/") ? path : folder + path
    }

    /// The path of a file that can be read.
    func readable(_ value: ValueReader) -> String? {
        guard let path = path(value) else { return nil }
        do throws(ReceiverFileError) {
            try files.check(path)
            return path
        } catch {
            value.reject("\(value.found) \(error.reason)")
            return nil
        }
    }

    /// The one secret in a file.
    ///
    /// - Parameters:
    ///   - content: what the file should hold.
    ///   - name: the same, as an error names it.
    func secret(
        _ value: ValueReader, _ content: ReceiverFileContent, named name: String,
        advice: (String) -> String? = { _ in nil }
    ) -> Secret? {
        guard let path = path(value, advice: advice) else { return nil }
        do throws(ReceiverFileError) {
            if let secret = try files.secret(in: path) { return secret }
            value.reject("\(value.found) is blank; write \(name) into it")
        } catch {
            if let secret = files.substitute(for: content, in: path, because: error) {
                return secret
            }
            value.reject("\(value.found) \(error.reason)")
        }
        return nil
    }

    /// The secrets in a file, one a line.
    func signingSecrets(_ value: ValueReader) -> [Secret] {
        guard let path = path(value) else { return [] }
        let bytes: [UInt8]
        do throws(ReceiverFileError) {
            bytes = try files.contents(of: path)
        } catch {
            if let secret = files.substitute(for: .signingSecret, in: path, because: error) {
                return [secret]
            }
            value.reject("\(value.found) \(error.reason)")
            return []
        }
        let lines = SecretLine.lines(of: bytes)
        if lines.isEmpty {
            value.reject(
                "\(value.found) is blank; write \(SigningSecret.form) into it, a secret a line")
        }
        var firstLines: [Secret: Int] = [:]
        for line in lines {
            let place = "\(value.found), line \(line.number),"
            do throws(SigningSecret.Problem) {
                _ = try SigningSecret(line.secret)
                if let first = firstLines[line.secret] {
                    value.reject("\(place) is the same as line \(first); remove one")
                }
                firstLines[line.secret] = firstLines[line.secret] ?? line.number
            } catch {
                value.reject("\(place) \(error.advice); allowed is \(SigningSecret.form)")
            }
        }
        return lines.map(\.secret)
    }

    /// The key of a pager's service.
    func routingKey(_ value: ValueReader) -> Secret? {
        let form = "\(RoutingKey.length) letters or digits"
        let secret = secret(value, .routingKey, named: "the routing key, \(form),") { text in
            RoutingKey.isOne(text) ? "found what looks like a routing key" : nil
        }
        guard let secret else { return nil }
        guard RoutingKey.isOne(secret.reveal()) else {
            value.reject("\(value.found) holds no routing key; allowed are \(form)")
            return nil
        }
        return secret
    }
}
