import Domain
import ExchangeRate
import Pipeline

/// Takes over a key file that changes, well within 10 s.
struct KeyWatcher {
    static let interval: Duration = .seconds(5)

    let source: KeySource
    let url: String
    let fetcher: RateFetcher
    let engine: Engine
    let scrubber: SecretScrubber
    let clock: any TimeSource
    let logger: Logger

    /// Looks at the file until the task is cancelled.
    func run(current: APICredential) async {
        var current = current
        var isFailing = false
        while true {
            do {
                try await clock.sleep(until: clock.now.instant.advanced(by: Self.interval))
            } catch {
                return
            }
            do throws(KeySource.Failure) {
                let credential = try source.load().key.map(APICredential.key) ?? .keyless
                isFailing = false
                guard credential != current else { continue }
                if await take(credential) { current = credential }
            } catch {
                if !isFailing {
                    logger.warn(
                        "the key file cannot be read, the key before it stays in force",
                        ["reason": error.description])
                }
                isFailing = true
            }
        }
    }

    private func take(_ credential: APICredential) async -> Bool {
        if let secret = credential.secret { scrubber.register(secret) }
        do throws(ExchangeRateError) {
            try fetcher.change(to: credential)
        } catch {
            logger.warn("the new key cannot be used", ["reason": error.description])
            return false
        }
        await engine.changeKey(
            fingerprint: credential.fingerprint(url: url), isKeyless: credential == .keyless)
        logger.info(
            "the key has changed", ["key": credential == .keyless ? "none" : "present"])
        return true
    }
}
