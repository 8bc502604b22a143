import Alerting
import ConfigTree
import Delivery
import Domain
import Freshness
import Polling

/// All settings of a file as one value, checked as a whole.
struct Configuration: Sendable {
    /// What may be shown of a word of the user's.
    static let redaction = Redaction(secretPrefixes: Secret.prefixes)

    /// The file as the user named it; nil for the built-in defaults.
    var file: String?
    /// Where the file's text came from; nil for the built-in defaults.
    var origin: ConfigurationText.Origin?
    var api = APISettings()
    var credential = APICredential.keyless
    /// Where the key came from, and where to look for another.
    var keySource: KeySource
    var keyOrigin = KeySource.Origin.nowhere
    var poll = PollSettings()
    var bases: [WatchedBase] = []
    var freshness = FreshnessLimits.standard
    var alerts = AlertSettings()
    var receivers: [ReceiverSettings] = []
    /// Nil: nothing is pinged.
    var heartbeat: HeartbeatSettings?
    /// What requests go through, where it is not the network itself.
    var proxies = ProxyEnvironment([:], reaching: [])

    /// What requests go to, each a URL without what is secret in it.
    private var addresses: [String] {
        [api.url] + receivers.flatMap(\.urls).map(\.address)
            + [heartbeat?.url.address].compactMap { $0 }
    }

    /// What an operator should know of secrets that the network sees, though all of it is valid.
    var clearTextWarnings: [String] {
        [passwordWarning].compactMap { $0 } + deliveryWarnings
    }

    /// What an operator should know of the password for the API; nil where nothing carries it in the
    /// clear.
    var passwordWarning: String? {
        guard case .basic = credential, !api.mayCarryKey else { return nil }
        return "basic authentication goes over http:// in the clear"
    }

    /// What an operator should know of a file in which nothing is, as one that was cut off; nil for
    /// every other, and where no file is named.
    var emptinessWarning: String? {
        guard let file, origin?.isEmpty == true else { return nil }
        return "\(file) is empty, so all is by default, and nobody is told of alerts; where that "
            + "is meant, write {} into it"
    }

    /// What an operator should know of receivers and the heartbeat, though all of it is valid.
    var deliveryWarnings: [String] {
        receivers.compactMap(\.warning) + [heartbeat?.warning].compactMap { $0 }
    }

    /// Reads a file, and the key that it leads to.
    ///
    /// - Parameters:
    ///   - file: its path; nil for the built-in defaults.
    ///   - environment: the variables of the process.
    ///   - absent: takes note of files with secrets that cannot be read; nil: they are errors.
    ///   - former: the one in force, for a reload.
    static func load(
        file: String?, environment: [String: String], absent: AbsentFiles? = nil,
        replacing former: Configuration? = nil
    ) throws(ConfigurationError) -> Configuration {
        guard let file else {
            return try read(
                [], name: nil, folder: "", environment: environment, absent: absent)
        }
        let text: ConfigurationText
        do throws(ConfigurationText.Failure) {
            text = try ConfigurationText.read(file, replacing: former?.origin)
        } catch {
            throw ConfigurationError(
                problems: [ConfigProblem(file: file, message: error.description)])
        }
        let folder = file.lastIndex(of: "/").map { String(file[...$0]) } ?? ""
        var configuration = try read(
            text.bytes, name: file, folder: folder, environment: environment, absent: absent)
        configuration.origin = text.origin
        return configuration
    }

    /// Reads a text; a relative path in it starts at `folder`, which ends in a slash or is empty.
    static func read(
        _ bytes: [UInt8], name: String?, folder: String, environment: [String: String],
        absent: AbsentFiles? = nil
    ) throws(ConfigurationError) -> Configuration {
        let report = ConfigReport(
            file: name ?? "built-in defaults", bytes: bytes,
            redaction: Redaction(secretPrefixes: Secret.prefixes, vocabulary: vocabulary))
        let root = report.root()
        let apiReader = root.map("api")
        let api = APISettings(reading: apiReader, folder: folder, absent: absent)
        var configuration = Configuration(
            file: name, api: api,
            keySource: KeySource(file: api.keyFile, environment: environment))
        var outside: [ConfigProblem] = []
        configuration.takeCredential(reader: apiReader, outside: &outside, absent: absent)
        let isAnonymous =
            configuration.credential == .keyless && api.isPublic
        configuration.poll = PollSettings(
            reading: root.map("poll"), defaultRequestsPerHour: isAnonymous ? 90 : 0)
        configuration.bases = WatchedBase.bases(reading: root, poll: configuration.poll)
        configuration.freshness = FreshnessLimits(reading: root.map("freshness"))
        configuration.alerts = AlertSettings(reading: root.map("alerts"))
        configuration.receivers = ReceiverSettings.receivers(
            reading: root, folder: folder, files: SystemReceiverFiles(absent: absent))
        configuration.heartbeat = HeartbeatSettings.heartbeat(
            reading: root, folder: folder, files: SystemReceiverFiles(absent: absent))
        configuration.proxies = ProxyEnvironment(
            environment, reaching: configuration.addresses)
        root.finish()
        let problems = outside + report.problems
        guard problems.isEmpty else { throw ConfigurationError(problems: problems) }
        return configuration
    }

    private mutating func takeCredential(
        reader: MapReader, outside: inout [ConfigProblem], absent: AbsentFiles?
    ) {
        do throws(KeySource.Failure) {
            let finding = try keySource.load()
            keyOrigin = finding.origin
            if let key = finding.key { credential = .key(key) }
        } catch {
            switch error.origin {
            case .file(let path) where absent != nil && error.error.isOfFile,
                .credential(let path) where absent != nil && error.error.isOfFile:
                absent?.note(path, error.error.description)
                credential = .key(Secret("absent"))
            case .file: reader.reject("key_file", error.description)
            case .credential, .environment, .nowhere:
                outside.append(
                    ConfigProblem(
                        file: error.origin.description, message: error.error.description))
            }
        }
        if credential != .keyless, !api.mayCarryKey {
            reader.reject(
                "url", "http:// would send the key in the clear; use https://, or a loopback host")
        }
        guard let file = api.basicAuthFile else { return }
        guard credential == .keyless else {
            reader.reject(
                "basic_auth_file", "not together with a key; there is one in \(keyOrigin)")
            return
        }
        do throws(SecretError) {
            guard let secret = try SecretText.read(file: file, of: .unicode) else { return }
            guard let colon = secret.reveal().firstIndex(of: ":"),
                colon != secret.reveal().startIndex
            else {
                reader.reject("basic_auth_file", "\(file) does not hold user:password")
                return
            }
            credential = .basic(secret)
        } catch {
            if let absent, error.isOfFile {
                absent.note(file, error.description)
                credential = .basic(Secret("absent:absent"))
                return
            }
            reader.reject("basic_auth_file", "\(file) \(error)")
        }
    }

    /// The words that an error may show of a line that is not valid YAML.
    private static let vocabulary: Set<String> = [
        "api", "url", "key_file", "basic_auth_file", "timeout", "ca_file", "poll", "interval",
        "min_interval", "max_interval", "max_backoff", "requests_per_minute", "requests_per_hour",
        "monthly_quota", "rates", "base", "symbols", "freshness", "live", "live_closed",
        "ecb_daily", "fred_daily", "default", "alerts", "receivers", "heartbeat", "labels", "stale",
        "symbol_stale", "rate_limited", "key_rejected", "enabled", "severity", "for",
        "keep_firing_for", "count", "of", "group_wait", "group_interval", "repeat_interval",
        "give_up_after", "name", "type", "webhook", "alertmanager", "slack", "pagerduty",
        "url_file", "urls", "secret_file", "headers", "routing_key_file", "send_resolved",
    ]
}
