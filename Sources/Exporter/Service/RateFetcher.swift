import Domain
import ExchangeRate
import HTTP
import Synchronization
import Transport

/// Asks the API with the key in force.
final class RateFetcher: Sendable {
    private struct State {
        var settings: APISettings
        var client: ExchangeRateClient
    }

    private let transport: any HTTPTransport
    private let state: Mutex<State>

    /// Makes a fetcher; throws where the URL and the credential do not go together.
    init(
        settings: APISettings, credential: APICredential, transport: any HTTPTransport
    ) throws(ExchangeRateError) {
        self.transport = transport
        state = Mutex(
            State(
                settings: settings,
                client: try Self.client(
                    settings: settings, credential: credential, transport: transport)))
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
        try reconfigure(state.withLock(\.settings), credential: credential)
    }

    /// Sends requests to another address, with another key, from now on.
    func reconfigure(
        _ settings: APISettings, credential: APICredential
    ) throws(ExchangeRateError) {
        let client = try Self.client(
            settings: settings, credential: credential, transport: transport)
        state.withLock { $0 = State(settings: settings, client: client) }
    }

    /// Asks for the newest rates of a base.
    func latest(_ watched: WatchedBase) async -> Result<Latest, ExchangeRateError> {
        let client = state.withLock(\.client)
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
