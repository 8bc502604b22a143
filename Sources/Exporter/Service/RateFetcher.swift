import Domain
import ExchangeRate
import HTTP
import Synchronization
import Transport

/// Asks the API with the key in force.
final class RateFetcher: Sendable {
    private struct State {
        var client: ExchangeRateClient
        /// Tells configurations apart.
        var generation: Int
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
                client: try Self.client(
                    settings: settings, credential: credential, transport: transport),
                generation: 0))
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

    /// The number of the configuration in force.
    var generation: Int { state.withLock(\.generation) }

    /// Sends requests with another key from now on; false where another configuration than that of a
    /// number is in force, whose key this is not.
    func change(
        to credential: APICredential, of settings: APISettings, in generation: Int
    ) throws(ExchangeRateError) -> Bool {
        let client = try Self.client(
            settings: settings, credential: credential, transport: transport)
        return state.withLock { state in
            guard state.generation == generation else { return false }
            state.client = client
            return true
        }
    }

    /// Sends requests to another address, with another key, from now on.
    func reconfigure(
        _ settings: APISettings, credential: APICredential
    ) throws(ExchangeRateError) {
        let client = try Self.client(
            settings: settings, credential: credential, transport: transport)
        state.withLock { $0 = State(client: client, generation: $0.generation + 1) }
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
