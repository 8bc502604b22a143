import Domain
import ExchangeRate
import HTTP
import Synchronization
import Transport

/// Asks the API with the key in force.
final class RateFetcher: Sendable {
    private let settings: APISettings
    private let transport: any HTTPTransport
    private let client: Mutex<ExchangeRateClient>

    /// Makes a fetcher; throws where the URL and the credential do not go together.
    init(
        settings: APISettings, credential: APICredential, transport: any HTTPTransport
    ) throws(ExchangeRateError) {
        self.settings = settings
        self.transport = transport
        client = Mutex(
            try Self.client(settings: settings, credential: credential, transport: transport))
    }

    /// Makes a fetcher over libcurl, as a configuration has it, with the transport to shut down.
    static func overCurl(
        _ configuration: Configuration
    ) throws -> (fetcher: RateFetcher, transport: CurlTransport) {
        let transport = try CurlTransport()
        let fetcher = try RateFetcher(
            settings: configuration.api, credential: configuration.credential,
            transport: transport)
        return (fetcher, transport)
    }

    /// Sends requests with another key from now on.
    func change(to credential: APICredential) throws(ExchangeRateError) {
        let changed = try Self.client(
            settings: settings, credential: credential, transport: transport)
        client.withLock { $0 = changed }
    }

    /// Asks for the newest rates of a base.
    func latest(_ watched: WatchedBase) async -> Result<Latest, ExchangeRateError> {
        let client = client.withLock { $0 }
        do throws(ExchangeRateError) {
            return .success(
                try await client.latest(base: watched.base, symbols: watched.symbols))
        } catch {
            return .failure(error)
        }
    }

    private static func client(
        settings: APISettings, credential: APICredential, transport: any HTTPTransport
    ) throws(ExchangeRateError) -> ExchangeRateClient {
        try ExchangeRateClient(
            baseURL: settings.url, credentials: credential.credentials,
            timeout: settings.timeout, certificateAuthorityFile: settings.caFile,
            userAgent: "exchangerate-exporter/\(Version.number)", transport: transport)
    }
}
