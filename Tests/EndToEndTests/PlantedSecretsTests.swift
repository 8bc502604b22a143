import Foundation
import TestKit
import Testing

/// A secret in every place that takes one, peers that send back all that they are sent, and a look
/// through everything that leaves the program.
@Suite(.fewAtATime)
struct PlantedSecretsTests {
    /// Something that left the program.
    private struct Output {
        let name: String
        let text: String
        /// Whose own secrets it may hold.
        var owners: [String] = []
    }

    struct Variant: Sendable, CustomTestStringConvertible {
        let access: PlantedSecrets.Access
        let logFormat: String

        var testDescription: String { "\(access), log as \(logFormat)" }
    }

    @Test(arguments: [
        Variant(access: .key, logFormat: "logfmt"), Variant(access: .key, logFormat: "json"),
        Variant(access: .password, logFormat: "logfmt"),
        Variant(access: .password, logFormat: "json"),
    ])
    func `no output holds a secret that was planted`(variant: Variant) async throws {
        let secrets = PlantedSecrets(variant.access)
        let turns = Recorder<Void>()
        let api = try LoopbackServer { request in
            turns.note(())
            return [.send(Self.echo(of: request, turn: turns.values.count))]
        }
        defer { api.stop() }
        let names = ["hook", "slack", "pager", "alertmanager", "heartbeat"]
        let peers = try names.map { (name: $0, server: try ReceiverServer(.echoes(500))) }
        let folder = try TemporaryFolder()
        let configuration = try secrets.configuration(
            peers: Dictionary(
                uniqueKeysWithValues: [("api", api.url)]
                    + peers.map { ($0.name, $0.server.address) }),
            in: folder)
        let web = try await WebFolder()
        let hash = "$2b$04$abcdefghijklmnopqrstuuK3jgUUxg0P3w8F.rFW7Ny98JsGtD5CC"
        let webFlag = try web.write(["basic_auth_users:", "  ada: \(hash)"])
        let manager = try NotifyListener()
        let exporter = try await ExporterProcess(
            configuration, in: folder,
            flags: [
                webFlag, "--log.level=debug", "--log.format=\(variant.logFormat)",
                "--web.enable-lifecycle",
            ],
            environment: secrets.environment.merging(["NOTIFY_SOCKET": manager.address]) { $1 })
        for peer in peers { try await Self.wait(for: peer.server) }
        #expect(await eventually { api.requests.count > 6 })

        var outputs = try await Self.pages(of: exporter, web, secrets)
        outputs += try Self.process(exporter.process.identifier)
        outputs += try await Self.brokenReload(of: exporter, web, secrets)
        for peer in peers {
            peer.server.behave(.takes)
            let owners = ["\(peer.name)."]
            outputs += peer.server.heads.map {
                Output(name: "a request to \(peer.name)", text: $0, owners: owners)
            }
        }
        for peer in peers where peer.name != "heartbeat" {
            outputs += peer.server.bodies.map {
                Output(
                    name: "a body to \(peer.name)", text: $0, owners: ["\(peer.name).key"])
            }
        }
        outputs += api.requests.map {
            Output(name: "a request to the API", text: $0.head, owners: ["api."])
        }
        await exporter.stop()
        outputs.append(Output(name: "what systemd is told", text: manager.lines.joined()))
        outputs.append(Output(name: "the log", text: exporter.log))
        outputs.append(Output(name: "standard output", text: exporter.process.standardOutput))
        outputs += try Self.state(in: folder)
        outputs += try await Self.commands(in: folder, webFlag, secrets)

        // The passwords' hashes and the key of TLS are secrets without a form of their own.
        let more = try [hash] + web.privateKeyLines()
        var found: Set<String> = []
        for output in outputs {
            for place in secrets.places(in: output.text, but: output.owners) {
                found.insert("\(place) in \(output.name)")
            }
            if more.contains(where: output.text.contains) {
                found.insert("a secret of the web configuration in \(output.name)")
            }
        }
        #expect(found.isEmpty, "\(found.sorted())")
        // The secrets were used, or nothing could have shown them.
        let sent = api.requests.map(\.head) + peers.flatMap { $0.server.heads + $0.server.bodies }
        let used = Set(sent.flatMap { secrets.places(in: $0) })
        #expect(
            used
                == Set(secrets.all.map(\.place)).subtracting(
                    ["hook.signing", "proxy.password", "web.password"]))
        print("looked for \(secrets.all.count + more.count) secrets in \(outputs.count) outputs")
        #expect(outputs.count > 100)
    }

    /// An answer of the API that holds what it was sent, where an answer can hold a text.
    private static func echo(of request: LoopbackServer.Request, turn: Int) -> String {
        let line = request.head.split(separator: "\r\n").first {
            $0.lowercased().hasPrefix("authorization:")
        }
        let sent = String(line?.split(separator: " ").last ?? "")
        func reply(_ status: String, _ body: String) -> String {
            "HTTP/1.1 \(status)\r\nX-Sent: \(sent)\r\nContent-Length: \(body.utf8.count)\r\n\r\n"
                + body
        }
        let hexadecimal = sent.utf8.map { String($0, radix: 16) }.joined()
        let anHourAgo = Date.now.addingTimeInterval(-3600).ISO8601Format()
        switch turn % 5 {
        case 0: return reply("500 No", #"{"error":{"code":"\#(sent)","message":"for \#(sent)"}}"#)
        case 1:
            return reply("200 OK", #"{"result":"error","code":"x","message":"\#(hexadecimal)"}"#)
        case 2: return reply("404 \(sent)", "<html>\(request.head)</html>")
        default:
            return reply(
                "200 OK",
                """
                {"result":"success","base":"USD","source":"\(sent)","market_session":"\(sent)",
                "data_updated_at":"\(anHourAgo)","notice":"\(sent)",
                "rates":{"EUR":0.9,"GBP":0.7,"JPY":150}}
                """)
        }
    }

    /// Waits until a peer has been told something.
    private static func wait(for peer: ReceiverServer) async throws {
        try #require(await eventually(within: .seconds(60)) { !peer.heads.isEmpty })
    }

    /// Every path, with the password and without.
    private static func pages(
        of exporter: ExporterProcess, _ web: WebFolder, _ secrets: PlantedSecrets
    ) async throws -> [Output] {
        var outputs: [Output] = []
        for path in ServedPath.all(isLifecycleEnabled: true) {
            for login in [[], ["-H", "Authorization: \(secrets.login)"]] {
                for method in path.allowed ?? ["GET", "HEAD"] {
                    // By another name of the method curl would wait for a body.
                    let choice = method == "HEAD" ? ["--head"] : ["-X", method]
                    let answer = try await web.get(exporter, path.target, ["-g"] + choice + login)
                    try #require(answer.status > 0, "\(path.target): \(answer)")
                    outputs.append(Output(name: "\(method) \(path.target)", text: answer.text))
                }
            }
        }
        return outputs
    }

    /// What every user of the machine can read of a process.
    private static func process(_ identifier: Int32) throws -> [Output] {
        let folder = "/proc/\(identifier)"
        let threads = try FileManager.default.contentsOfDirectory(atPath: "\(folder)/task")
        let files = ["\(folder)/cmdline"] + threads.map { "\(folder)/task/\($0)/comm" }
        return try files.map {
            Output(name: $0, text: try String(contentsOfFile: $0, encoding: .utf8))
        }
    }

    /// What is said of a configuration that is wrong in the lines that hold secrets.
    private static func brokenReload(
        of exporter: ExporterProcess, _ web: WebFolder, _ secrets: PlantedSecrets
    ) async throws -> [Output] {
        let file = exporter.folder.path(of: "exporter.yml")
        let text = try String(contentsOfFile: file, encoding: .utf8)
        defer { try? text.write(toFile: file, atomically: true, encoding: .utf8) }
        var outputs: [Output] = []
        for (right, wrong) in [
            ("headers: {", "headers: ["), ("url: http", "uri: http"), ("url: http", "url: ftp"),
            ("secret_file: ", "secret_file: whsec_\(secrets.core("hook.signing"))"),
            ("X-Token: ", "X-Token:"), ("alerts:", "\talerts:"),
        ] {
            try #require(text.contains(right))
            try text.replacing(right, with: wrong)
                .write(toFile: file, atomically: true, encoding: .utf8)
            let answer = try await web.get(
                exporter, "/-/reload", ["-X", "POST", "-H", "Authorization: \(secrets.login)"])
            #expect(answer.status == 500, "\(wrong)")
            outputs.append(Output(name: "a reload with \(wrong)", text: answer.text))
            let check = try ExporterProcess.run(
                ["check-config", "--config.file=exporter.yml"], in: exporter.folder)
            #expect(await check.exitStatus() == 1)
            outputs.append(
                Output(
                    name: "check-config of \(wrong)",
                    text: check.standardOutput + check.standardError))
        }
        return outputs
    }

    /// What is on the disk.
    private static func state(in folder: TemporaryFolder) throws -> [Output] {
        let state = folder.path(of: "state")
        let files = try FileManager.default.contentsOfDirectory(atPath: state)
        #expect(files.contains("state.sqlite"))
        return try files.flatMap { file in
            let bytes = try Data(contentsOf: URL(filePath: "\(state)/\(file)"))
            return [
                Output(name: "the file \(file)", text: String(decoding: bytes, as: UTF8.self)),
                Output(name: "the name \(file)", text: file),
            ]
        }
    }

    /// All other commands that the program has, with what each needs.
    private static func commands(
        in folder: TemporaryFolder, _ webFlag: String, _ secrets: PlantedSecrets
    ) async throws -> [Output] {
        let arguments = [
            "run": [], "check-config": [[]], "test-alert": [[]],
            "health": [["--web.listen-address=127.0.0.1:9"]],
            "fetch": [["USD"], ["USD", "EUR", "--output=json"]],
            "rehearse": [[], ["--output=json"]].map {
                ["--from=2025-12-20", "--to=2025-12-21"] + $0
            },
        ]
        let help = try ExporterProcess.run(["--help"], in: folder)
        #expect(await help.exitStatus() == 0)
        let names = help.standardOutput.matches(of: /\n {2}([a-z-]+) .*/).map { String($0.1) }
        #expect(Set(names) == Set(arguments.keys), "a command that this test does not know")
        // A rehearsal of a poll a second takes long.
        try folder.write(
            String(contentsOfFile: folder.path(of: "exporter.yml"), encoding: .utf8)
                .replacing("\n  interval: 1s", with: "\n  interval: 10m"), to: "rare.yml")
        var outputs: [Output] = []
        for (name, variants) in arguments {
            for words in variants + [["--help"]] {
                let process = try ExporterProcess.run(
                    [name, "--config.file=rare.yml", webFlag, "--log.level=debug"] + words,
                    environment: secrets.environment, in: folder)
                try #require(await process.exitStatus() != nil, "\(name)")
                let text = process.standardOutput + process.standardError
                #expect(!text.isEmpty, "\(name)")
                outputs.append(Output(name: ([name] + words).joined(separator: " "), text: text))
            }
        }
        return outputs
    }
}

extension WebFolder {
    /// The lines of the private key that are no frame.
    fileprivate func privateKeyLines() throws -> [String] {
        let file = authority.folder.appending(path: "server.key")
        return try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
            .map(String.init).filter { !$0.hasPrefix("-") && $0.utf8.count > 20 }
    }
}
