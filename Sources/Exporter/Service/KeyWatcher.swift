import Domain
import ExchangeRate
import Pipeline

/// Takes over a key file or a credential that changes, well within 10 s.
struct KeyWatcher {
    static let interval: Duration = .seconds(5)

    let source: KeySource
    let settings: APISettings
    let fetcher: RateFetcher
    /// The configuration that it watches for.
    let generation: Int
    let engine: Engine
    let scrubber: SecretScrubber
    let clock: any TimeSource
    let logger: Logger
    private let reading = ReadingThread(name: "key")

    /// Looks for the key until the task is cancelled.
    ///
    /// - Parameters:
    ///   - current: what is sent at present.
    ///   - origin: where that came from.
    func run(current: APICredential, from origin: KeySource.Origin) async {
        var current = current
        var origin = origin
        var failure: String?
        while true {
            do {
                try await clock.sleep(until: clock.now.instant.advanced(by: Self.interval))
            } catch {
                return
            }
            do throws(KeySource.Failure) {
                let finding = try await reading.run {
                    [source, origin] () throws(KeySource.Failure) in
                    try source.load(after: origin)
                }
                // Another watcher may have taken over while this one waited for the file.
                guard !Task.isCancelled else { return }
                let credential = finding.key.map(APICredential.key) ?? .keyless
                failure = nil
                origin = finding.origin
                guard credential != current else { continue }
                if await take(credential) { current = credential }
            } catch {
                guard !Task.isCancelled else { return }
                // Once for each reason: a file that is gone may come back spoiled.
                guard failure != error.description else { continue }
                failure = error.description
                logger.warn(
                    "the key cannot be read again, the one before it stays in force",
                    ["reason": error.description])
            }
        }
    }

    /// Whether there is no need to try this credential again.
    private func take(_ credential: APICredential) async -> Bool {
        for secret in credential.secrets { scrubber.register(secret) }
        guard credential == .keyless || settings.mayCarryKey else {
            logger.warn(
                "the new key is not used: http:// would send it in the clear",
                ["api": settings.url])
            return true
        }
        do throws(ExchangeRateError) {
            guard try fetcher.change(to: credential, of: settings, in: generation) else {
                return true
            }
        } catch {
            logger.warn("the new key cannot be used", ["reason": error.description])
            return false
        }
        await engine.changeKey(
            fingerprint: credential.fingerprint(url: settings.url),
            isKeyless: credential == .keyless)
        if let warning = credential.warning {
            logger.warn("the credential is weak", ["detail": warning])
        }
        logger.info(
            "the key has changed", ["key": credential == .keyless ? "none" : "present"])
        return true
    }
}
