import Delivery
import Domain
import Freshness
import Pipeline
import Rehearsal

/// The sub-command `rehearse`: the settings on a virtual clock, without network and state.
enum RehearseCommand {
    /// Who is told where nobody is configured, so that the rules can be rehearsed all the same.
    private static let standIn = "rehearsal"

    /// Rehearses the settings, and tells what came of it.
    static func run(options: Options, environment: [String: String]) async -> CommandResult {
        let absent = AbsentFiles()
        let configuration: Configuration
        do throws(ConfigurationError) {
            configuration = try Configuration.load(
                file: options.configFile, environment: environment, absent: absent)
        } catch {
            return CommandResult(errors: "\(error)\n", exitCode: 1)
        }
        var warnings = absent.warnings
        do throws(RehearsalError) {
            let settings = try settings(configuration, options, warnings: &warnings)
            let report = try await settings.rehearse()
            return CommandResult(
                output: options.output == .table
                    ? RehearsalText(report).text : RehearsalDocument.json(of: report),
                errors: warnings.map { "\(HelpText.program): warning: \($0)\n" }.joined(),
                exitCode: report.isGood ? 0 : 1)
        } catch {
            let usage = UsageError(message: error.description)
                .redacted(options.rehearsal.incidents.compactMap(\.receiver))
            return CommandResult(errors: "\(usage)\n", exitCode: 2)
        }
    }

    private static func settings(
        _ configuration: Configuration, _ options: Options, warnings: inout [String]
    ) throws(RehearsalError) -> RehearsalSettings {
        let flags = options.rehearsal
        let span = try RehearsalSpan(from: flags.first, to: flags.last)
        var pipeline = configuration.pipelineSettings(options: options, loadedAt: span.start)
        if pipeline.alerting.receivers.isEmpty, let url = try? ReceiverURL("https://absent.invalid")
        {
            warnings.append(
                "no receiver is configured, so that nobody would be told; rehearsed with one "
                    + "named \(standIn)")
            pipeline.alerting.receivers = [
                ReceiverSettings(name: standIn, type: .webhook, url: url)
            ]
        }
        return try RehearsalSettings(
            pipeline: pipeline, timeout: configuration.api.timeout, span: span,
            incidents: flags.incidents, feed: flags.feed)
    }
}
