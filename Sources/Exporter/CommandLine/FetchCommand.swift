import Domain
import ExchangeRate
import FoundationEssentials
import Transport

/// The sub-command `fetch`: one request, and its rates in print.
struct FetchCommand {
    let base: CurrencyCode
    let symbols: [CurrencyCode]
    let output: FetchOutput

    /// Asks the API that the settings name.
    func run(options: Options, environment: [String: String]) async -> CommandResult {
        let configuration: Configuration
        do throws(ConfigurationError) {
            configuration = try Configuration.load(
                file: options.configFile, environment: environment)
        } catch {
            return CommandResult(errors: "\(error)\n", exitCode: 1)
        }
        let transport: CurlTransport
        let fetcher: RateFetcher
        do {
            (fetcher, transport) = try RateFetcher.overCurl(configuration)
        } catch {
            return CommandResult(errors: "\(HelpText.program): error: \(error)\n", exitCode: 1)
        }
        let watched = WatchedBase(base: base, symbols: symbols, interval: .zero)
        let answer = await fetcher.latest(watched)
        await transport.shutdown()
        switch answer {
        case .success(let latest):
            let report = FetchReport(latest: latest, now: SystemClock().now.timestamp)
            return CommandResult(
                output: output == .table ? report.table : report.json, exitCode: 0)
        case .failure(let error):
            return CommandResult(errors: "\(HelpText.program): error: \(error)\n", exitCode: 1)
        }
    }
}
