import Domain

/// Where the API key comes from; asked again by the daemon to see whether it has changed.
struct KeySource: Sendable {
    /// Which of the places has the word; the others are not looked at.
    enum Origin: Hashable, Sendable, CustomStringConvertible {
        case file(String)
        /// The systemd credential `api-key`, by its path.
        case credential(String)
        case environment
        case nowhere

        var description: String {
            switch self {
            case .file(let path): path
            case .credential: "the systemd credential api-key"
            case .environment: KeySource.variable
            case .nowhere: "nowhere"
            }
        }
    }

    /// A key that was found, or none.
    struct Finding: Sendable {
        var key: Secret?
        var origin: Origin
    }

    /// A place that has the word and holds no key that can be sent.
    struct Failure: Error, CustomStringConvertible {
        var origin: Origin
        var error: SecretError

        var description: String { "\(origin) \(error)" }
    }

    /// The variable that a key may be in.
    static let variable = "EXCHANGERATE_API_KEY"

    private let file: String?
    private let credential: String?
    private let environment: Secret?

    /// Makes a source.
    ///
    /// - Parameters:
    ///   - file: the path in `api.key_file`.
    ///   - environment: the variables of the process.
    init(file: String?, environment: [String: String]) {
        self.file = file
        credential = environment["CREDENTIALS_DIRECTORY"].flatMap { folder in
            folder.isEmpty ? nil : folder + "/api-key"
        }
        self.environment = environment[Self.variable].map { Secret($0) }
    }

    /// Looks for the key: one small file is read, at most.
    ///
    /// A place that is there but blank says "no key"; but a blank credential is what a unit sets
    /// where there may be none, and leaves the word to the variable.
    func load() throws(Failure) -> Finding {
        if let file {
            return try finding(.file(file)) { () throws(SecretError) in
                try SecretText.read(file: file)
            }
        }
        if let credential {
            do throws(SecretError) {
                if let key = try SecretText.read(file: credential) {
                    return Finding(key: key, origin: .credential(credential))
                }
            } catch {
                // A unit may have other credentials than this one.
                guard error == .file(.missing) else {
                    throw Failure(origin: .credential(credential), error: error)
                }
            }
        }
        guard let environment else { return Finding(key: nil, origin: .nowhere) }
        return try finding(.environment) { () throws(SecretError) in
            try SecretText.secret(environment.reveal().utf8)
        }
    }

    /// Whether the key may become another one while the process runs.
    var canChange: Bool { file != nil || credential != nil }

    /// Looks again after a key was found.
    ///
    /// A credential that is gone, or cannot be read any more, leaves its word to no other place.
    func load(after origin: Origin) throws(Failure) -> Finding {
        let finding = try load()
        guard case .credential(let path) = origin, finding.origin != origin else { return finding }
        do throws(SecretError) {
            _ = try SecretText.read(file: path)
        } catch {
            throw Failure(origin: origin, error: error)
        }
        return finding
    }

    private func finding(
        _ origin: Origin, _ read: () throws(SecretError) -> Secret?
    ) throws(Failure) -> Finding {
        do throws(SecretError) {
            return Finding(key: try read(), origin: origin)
        } catch {
            throw Failure(origin: origin, error: error)
        }
    }
}
