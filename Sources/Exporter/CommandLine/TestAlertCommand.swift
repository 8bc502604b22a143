import Alerting
import ConfigTree
import Delivery
import Domain
import FoundationEssentials
import HTTP
import Transport

/// The sub-command `test-alert`: one try to deliver a test notification to each receiver.
///
/// It goes the way of real ones, from the receiver's own code to the wire, and needs no state.
struct TestAlertCommand {
    /// Receivers by their names; none stands for all.
    let names: [String]

    /// Sends to all of them side by side, and tells what came back.
    func run(options: Options, environment: [String: String]) async -> CommandResult {
        let configuration: Configuration
        let web: WebConfiguration?
        do throws(ConfigurationError) {
            (configuration, web) = try Configuration.load(options, environment: environment)
        } catch {
            return CommandResult(errors: "\(error)\n", exitCode: 1)
        }
        let receivers: [ReceiverSettings]
        let transport: CurlTransport
        do {
            receivers = try named(in: configuration)
            transport = try CurlTransport()
        } catch {
            return CommandResult(errors: "\(HelpText.program): error: \(error)\n", exitCode: 1)
        }
        let notifications = TestNotification(
            labels: configuration.alerts.labels,
            externalURL: options.externalURL
                ?? ExternalURL.standard(
                    addresses: options.listenAddresses, isEncrypted: web?.tls != nil),
            sender: TestNotification.sender(environment: environment))
        let tries = await Self.tries(
            of: notifications, receivers: receivers, transport: transport, clock: SystemClock())
        await transport.shutdown()
        let report = TestReport(
            tries: tries, redaction: AnswerRedaction(secretsOf: configuration))
        return CommandResult(output: report.text, exitCode: report.isDelivered ? 0 : 1)
    }

    /// The receivers that are meant, each once.
    private func named(in configuration: Configuration) throws(TestAlertError) -> [ReceiverSettings]
    {
        let all = configuration.receivers
        guard !all.isEmpty else { throw .noReceiver }
        let unknown = names.filter { name in !all.contains { $0.name == name } }
        guard unknown.isEmpty else {
            throw .unknownReceivers(unknown, configured: all.map(\.name))
        }
        return names.isEmpty ? all : all.filter { names.contains($0.name) }
    }

    /// A try at every address, in the order of the configuration.
    private static func tries(
        of notifications: TestNotification, receivers: [ReceiverSettings],
        transport: any HTTPTransport, clock: any TimeSource
    ) async -> [TestTry] {
        let places = receivers.flatMap { receiver in
            receiver.toldURLs.map { (receiver, $0) }
        }
        return await withTaskGroup(of: (Int, TestTry).self) { group in
            for (index, (receiver, url)) in places.enumerated() {
                group.addTask {
                    let now = clock.now.timestamp
                    let type = receiver.type.receiver(settings: receiver, version: Version.number)
                    let item = notifications.item(for: receiver, made: type, at: now)
                    let tap = AnswerTap(transport)
                    let report = await Dispatcher(transport: tap, clock: clock)
                        .send(item, to: type, at: url)
                    return (
                        index,
                        TestTry(
                            receiver: receiver, address: url.address, report: report,
                            answer: tap.body)
                    )
                }
            }
            var tries: [(Int, TestTry)] = []
            for await done in group { tries.append(done) }
            return tries.sorted { $0.0 < $1.0 }.map(\.1)
        }
    }
}

/// Why nothing is sent.
private enum TestAlertError: Error, CustomStringConvertible {
    case noReceiver
    case unknownReceivers([String], configured: [String])

    var description: String {
        switch self {
        case .noReceiver:
            "no receiver is configured; name one under receivers in the file of --config.file"
        case .unknownReceivers(let names, let configured):
            "no receiver is named \(Self.list(names.map(Configuration.redaction.cleanWord))); "
                + "configured: \(Self.list(configured))"
        }
    }

    private static func list(_ names: [String]) -> String {
        names.map { "\"\(TerminalText.cell($0))\"" }.joined(separator: ", ")
    }
}
