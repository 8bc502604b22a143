import Foundation
import HTTP
import TestKit
import Testing

/// The URL of a receiver is a credential, beyond its scheme and host, and so are its signing secret
/// and the values of its headers.
@Suite(.fewAtATime)
struct ReceiverSecretsTests {
    /// How the URL is configured.
    enum Place: String, CaseIterable, CustomTestStringConvertible {
        case configuration
        case file

        var testDescription: String { rawValue }
    }

    /// Occur nowhere by chance.
    private static let secrets = [
        "T0Kq8PathVx3", "wZ5QueryRm7", "uNs4UserLd6", "Hd2HeaderYt9",
        "QmVydGhhU2lnbnNUaGlzV2ViaG9va0RhaWx5",
    ]

    @Test(arguments: Place.allCases)
    func `the URL of a receiver is used and shown nowhere, whatever the receiver does`(
        place: Place
    ) async throws {
        let standIn = try await StandInProcess()
        try await standIn.freeze()
        let receiver = try ReceiverServer()
        let path = "/services/\(Self.secrets[0])?token=\(Self.secrets[1])"
        let authority = receiver.url.dropFirst("http://".count).split(separator: "/")[0]
        let url = "http://\(Self.secrets[2]):x@\(authority)\(path)"
        receiver.behave(
            .answers(503, headers: "Location: \(url)\r\nX-\(Self.secrets[0]): \(url)\r\n"))
        let folder = try TemporaryFolder()
        var address = "url: \(url)"
        if place == .file {
            try folder.write("  \(url)\n", to: "hook")
            address = "url_file: hook"
        }
        try folder.write("whsec_\(Self.secrets[4])\n", to: "signing")
        // A timeout of curl says much of where it was.
        let configuration = ExporterConfiguration.paging(
            standIn,
            to: ReceiverConfiguration(
                address: address,
                keys: [
                    "timeout: 1s", "secret_file: signing",
                    "headers: {X-Token: \(Self.secrets[3])}",
                ]))
        let first = try await ExporterProcess(
            configuration, in: folder, flags: ["--log.level=debug"])
        _ = try await receiver.pages(1)
        var seen = try await Self.texts(of: first)
        receiver.behave(.hangs)
        _ = try await receiver.pages(2)
        _ = try await first.metrics("a timeout", within: .seconds(60)) {
            $0.failedDeliveries(because: "timeout") == 1
        }
        seen += try await Self.texts(of: first)
        await first.kill()
        seen += try Self.state(in: folder) + [("the log", first.log)]

        receiver.behave(.takes)
        let second = try await ExporterProcess(
            configuration, in: folder, flags: ["--log.level=debug"])
        let taken = try await receiver.taken(1)[0]
        for head in receiver.heads {
            #expect(head.hasPrefix("POST \(path) HTTP/1.1\r\n"))
            #expect(ReceiverServer.header("X-Token", in: head) == Self.secrets[3])
            let signature = ReceiverServer.header("webhook-signature", in: head)
            #expect(signature?.hasPrefix("v1,") == true)
        }
        seen +=
            try await Self.texts(of: second) + [
                ("the body", String(decoding: taken.body, as: UTF8.self))
            ]
        await second.stop()
        seen += try Self.state(in: folder) + [("the log", second.log)]
        let check = try ExporterProcess.run(
            ["check-config", "--config.file=exporter.yml"], in: folder)
        #expect(await check.exitStatus() == 0)
        #expect(check.standardOutput.contains("http://\(authority)"))
        seen.append(("check-config", check.standardOutput + check.standardError))
        for (place, text) in seen {
            for secret in Self.secrets {
                // The text itself is not part of the message: some of them are binary.
                let isShown = text.contains(secret)
                #expect(!isShown, "\(secret) in \(place)")
            }
        }
        #expect(seen.contains { $0.0 == "/" && $0.1.contains("http://\(authority)") })
    }

    /// A wrong configuration of one receiver, and where and how it is told.
    struct Mistake: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let address: String
        var keys: [String] = []
        let position: String
        let text: String
    }

    // The address is line 13, the first other key line 14.
    private static let mistakes = [
        Mistake(
            testDescription: "another scheme", address: "url: ftp://127.0.0.1/T0Kq8PathVx3",
            position: ":13:10:", text: "url"),
        Mistake(
            testDescription: "no URL", address: "url: T0Kq8PathVx3", position: ":13:10:",
            text: "url"),
        Mistake(
            testDescription: "a port out of range",
            address: "url: http://127.0.0.1:99999/T0Kq8PathVx3", position: ":13:10:",
            text: "port"),
        Mistake(
            testDescription: "a fragment",
            address: "url: http://127.0.0.1/x#T0Kq8PathVx3", position: ":13:10:", text: "#"),
        Mistake(
            testDescription: "a file that is missing", address: "url_file: nowhere",
            position: ":13:15:", text: "does not exist"),
        Mistake(
            testDescription: "a URL as the path of a file",
            address: "url_file: http://127.0.0.1/T0Kq8PathVx3", position: ":13:15:",
            text: "url_file"),
        Mistake(
            testDescription: "a URL beside a file",
            address: "url: http://127.0.0.1/T0Kq8PathVx3", keys: ["url_file: nowhere"],
            position: ":14:15:", text: "not together with url"),
        Mistake(
            testDescription: "an alert that does not exist",
            address: "url: http://127.0.0.1/T0Kq8PathVx3", keys: ["alerts: [stail]"],
            position: ":14:14:", text: "stail"),
        Mistake(
            testDescription: "no time", address: "url: http://127.0.0.1/T0Kq8PathVx3",
            keys: ["timeout: 0s"], position: ":14:14:", text: "timeout"),
        Mistake(
            testDescription: "a signing secret in the place of its file",
            address: "url: http://127.0.0.1/x", keys: ["secret_file: whsec_T0Kq8PathVx3"],
            position: ":14:18:", text: "looks like a secret"),
        Mistake(
            testDescription: "a header of the exporter's own",
            address: "url: http://127.0.0.1/x", keys: ["headers: {Host: T0Kq8PathVx3}"],
            position: ":14:15:", text: "headers.Host"),
        Mistake(
            testDescription: "a header without a blank",
            address: "url: http://127.0.0.1/x", keys: ["headers: {X-Token:T0Kq8PathVx3}"],
            position: ":14:15:", text: "has no value"),
        Mistake(
            testDescription: "an unknown key", address: "url: http://127.0.0.1/T0Kq8PathVx3",
            keys: ["retries: 3"], position: ":14:5:", text: "retries"),
    ]

    @Test(arguments: mistakes)
    func `a wrong receiver is refused with its place, and its URL cut`(
        mistake: Mistake
    ) async throws {
        let folder = try TemporaryFolder()
        var configuration = ExporterConfiguration(api: "http://127.0.0.1:9")
        configuration.receivers = [
            ReceiverConfiguration(address: mistake.address, keys: mistake.keys)
        ]
        let process = try ExporterProcess.launch(configuration, in: folder)
        #expect(await process.exitStatus() == 1)
        let text = process.standardError
        #expect(text.contains("exporter.yml\(mistake.position)"), "\(text)")
        #expect(text.contains(mistake.text), "\(text)")
        #expect(!text.contains("T0Kq8PathVx3"), "\(text)")
    }

    /// What the exporter shows of itself while it runs.
    private static func texts(of exporter: ExporterProcess) async throws -> [(String, String)] {
        var texts = [
            (
                "cmdline",
                try String(
                    contentsOfFile: "/proc/\(exporter.process.identifier)/cmdline", encoding: .utf8)
            )
        ]
        for path in ["/", "/metrics", "/-/ready", "/-/healthy", "/api/v1/alerts", "/nothing"] {
            texts.append((path, try await exporter.get(path).text))
        }
        return texts
    }

    /// The bytes of its files.
    private static func state(
        in folder: TemporaryFolder, sourceLocation: SourceLocation = #_sourceLocation
    ) throws -> [(String, String)] {
        let state = folder.path(of: "state")
        let files = try FileManager.default.contentsOfDirectory(atPath: state)
        #expect(files.contains("state.sqlite"), sourceLocation: sourceLocation)
        return try files.map { file in
            let bytes = try Data(contentsOf: URL(filePath: "\(state)/\(file)"))
            return (file, String(decoding: bytes, as: UTF8.self))
        }
    }
}
