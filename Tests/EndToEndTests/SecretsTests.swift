import Foundation
import HTTP
import TestKit
import Testing

/// The key goes to the API, and nowhere else.
@Suite(.fewAtATime)
struct SecretsTests {
    /// Where the key is.
    enum Place: String, CaseIterable, CustomTestStringConvertible {
        case environment
        case file
        case credential

        var testDescription: String { rawValue }
    }

    /// Looks like the API's keys, and occurs nowhere by chance.
    private static let key = "exr_live_\(core)"
    private static let core = "9kQ2vX7mZ4pL8wT3"

    @Test(arguments: Place.allCases)
    func `a key is sent as bearer and shown nowhere`(place: Place) async throws {
        let standIn = try await StandInProcess(["--key=\(Self.key)"])
        let exporter = try await Self.exporter(place, api: standIn.url)
        _ = try await exporter.metrics("polls with the key work") { $0.goodPolls() > 1 }
        #expect(try await standIn.requests().allSatisfy { $0.key == "yes" && $0.status == 200 })
        try await Self.expectNoKey(of: exporter)
    }

    @Test(arguments: Place.allCases)
    func `an API that echoes the key in errors and labels gets it shown nowhere`(
        place: Place
    ) async throws {
        let turns = Recorder<Void>()
        let api = try LoopbackServer { request in
            turns.note(())
            return [.send(Self.echo(turn: turns.values.count, request))]
        }
        defer { api.stop() }
        let exporter = try await Self.exporter(place, api: api.url)
        let page = try await exporter.metrics("all answers have come") {
            $0.goodPolls() > 0 && $0.failedPolls() > 9
        }
        #expect(
            api.requests.allSatisfy { request in
                request.head.split(separator: "\r\n").contains("Authorization: Bearer \(Self.key)")
            })
        #expect(page.series("exchangerate_rate").count == 1)
        try await Self.expectNoKey(of: exporter)
    }

    @Test(arguments: [Place.file, .credential])
    func `a changed key is taken over within 10 s, and voids the wait after rejections`(
        place: Place
    ) async throws {
        let standIn = try await StandInProcess(["--key=\(Self.key)"])
        let folder = try TemporaryFolder()
        let file = try folder.write("exr_live_old\n", to: "api-key")
        // The wait after three rejections would be hours.
        let exporter = try await ExporterProcess(
            ExporterConfiguration(
                api: standIn.url, apiKeys: place == .file ? ["key_file: \(file)"] : []),
            in: folder, flags: ["--log.level=debug"],
            environment: place == .file ? [:] : ["CREDENTIALS_DIRECTORY": folder.path])
        _ = try await exporter.metrics("the old key is rejected for good") {
            $0.failedPolls(because: "unauthorized") == 3
        }
        try folder.write("  \(Self.key)\n", to: "api-key")
        _ = try await exporter.metrics("the new key works", within: .seconds(10)) {
            $0.goodPolls() > 0
        }
        #expect(!exporter.log.contains("exr_live_old"))
        try await Self.expectNoKey(of: exporter, besides: file)
    }

    @Test func `a changed key voids the gate, and the count of the month stays`() async throws {
        let standIn = try await StandInProcess()
        try await standIn.add(fault: "limit&count=1&retry_after=3600")
        let folder = try TemporaryFolder()
        let file = try folder.write("exr_live_old\n", to: "key")
        let exporter = try await ExporterProcess(
            ExporterConfiguration(api: standIn.url, apiKeys: ["key_file: \(file)"]), in: folder)
        let paused = try await exporter.metrics("the pause") {
            $0.failedPolls(because: "rate_limited") == 1
        }
        #expect(paused.value("exchangerate_backoff_until_timestamp_seconds") ?? 0 > 0)
        try folder.write("", to: "key")
        let open = try await exporter.metrics("it goes on without a key", within: .seconds(10)) {
            $0.goodPolls() > 0
        }
        #expect(open.value("exchangerate_backoff_until_timestamp_seconds") == 0)
        #expect(open.value("exchangerate_poll_interval_seconds", ["base": "USD"]) == 1)
        #expect(open.value("exchangerate_month_requests") ?? 0 > 1)
        let requests = try await standIn.requests()
        #expect(requests.first?.key == "yes" && requests.last?.key == "no")
    }

    @Test(arguments: [
        ("abc\n", "Bearer abc"), (" abc ", "Bearer abc"), ("abc\r\n", "Bearer abc"),
        ("\t abc\n\n", "Bearer abc"), ("", nil), (" \n\r\n", nil),
    ])
    func `a key file of any shape is trimmed, and a blank one is no key`(
        text: String, sent: String?
    ) async throws {
        let api = try LoopbackServer(.send("HTTP/1.1 503 No\r\nContent-Length: 0\r\n\r\n"))
        defer { api.stop() }
        let folder = try TemporaryFolder()
        let file = try folder.write(text, to: "key")
        let exporter = try await ExporterProcess(
            ExporterConfiguration(api: api.url, apiKeys: ["key_file: \(file)"]), in: folder)
        _ = try await exporter.metrics("a poll") { $0.failedPolls() > 0 }
        let lines = try #require(api.requests.first).head.split(separator: "\r\n")
        let authorizations = lines.filter { $0.lowercased().hasPrefix("authorization:") }
        #expect(authorizations == (sent.map { ["Authorization: \($0)"] } ?? []))
    }

    @Test(arguments: ["qwertz\nasdfgh", "qwertz\rasdfgh", "qwertz\u{1}asdfgh", "qwertzüasdfgh"])
    func `a key file that cannot be sent is refused at the start, unprinted`(key: String)
        async throws
    {
        let folder = try TemporaryFolder()
        let file = try folder.write(key, to: "key")
        let process = try ExporterProcess.launch(
            ExporterConfiguration(api: "http://127.0.0.1:9", apiKeys: ["key_file: \(file)"]),
            in: folder)
        #expect(await process.exitStatus() == 1)
        #expect(process.standardError.contains(file))
        for half in ["qwertz", "asdfgh"] {
            #expect(!process.standardError.contains(half))
        }
    }

    @Test(arguments: ["qwertz\nasdfgh", "qwertz\u{1}asdfgh", "qwertzüasdfgh"])
    func `a key that cannot be sent is refused at the start, unprinted`(key: String) async throws {
        let folder = try TemporaryFolder()
        let process = try ExporterProcess.launch(
            ExporterConfiguration(api: "http://127.0.0.1:9"), in: folder,
            environment: ["EXCHANGERATE_API_KEY": key])
        #expect(await process.exitStatus() == 1)
        #expect(process.standardError.contains("EXCHANGERATE_API_KEY"))
        for half in ["qwertz", "asdfgh"] {
            #expect(!process.standardError.contains(half))
        }
    }

    private static func exporter(_ place: Place, api: String) async throws -> ExporterProcess {
        let folder = try TemporaryFolder()
        var configuration = ExporterConfiguration(api: api)
        var environment: [String: String] = [:]
        switch place {
        case .environment: environment["EXCHANGERATE_API_KEY"] = key
        case .file: configuration.apiKeys = ["key_file: \(try folder.write("\(key)\n", to: "key"))"]
        case .credential:
            try folder.write(key, to: "api-key")
            environment["CREDENTIALS_DIRECTORY"] = folder.path
        }
        return try await ExporterProcess(
            configuration, in: folder, flags: ["--log.level=debug"], environment: environment)
    }

    /// Looks for the key wherever the exporter leaves something, ends it, and looks again.
    private static func expectNoKey(
        of exporter: ExporterProcess, besides keyFile: String? = nil,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        var texts = [
            "/proc/PID/cmdline": try String(
                contentsOfFile: "/proc/\(exporter.process.identifier)/cmdline", encoding: .utf8)
        ]
        for path in ["/", "/metrics", "/-/ready", "/-/healthy", "/api/v1/alerts", "/nothing"] {
            texts[path] = try await exporter.get(path).text
        }
        await exporter.stop()
        texts["the log"] = exporter.log
        texts["standard output"] = exporter.process.standardOutput
        let state = exporter.folder.path(of: "state")
        let files = try FileManager.default.contentsOfDirectory(atPath: state)
        #expect(!files.isEmpty, sourceLocation: sourceLocation)
        for file in files {
            let bytes = try Data(contentsOf: URL(filePath: "\(state)/\(file)"))
            texts[file] = String(decoding: bytes, as: UTF8.self)
        }
        for (place, text) in texts {
            // The text itself is not part of the message: some of them are binary.
            let holdsKey =
                text.lowercased().contains(core.lowercased())
                || encodings.contains { text.contains($0) }
            #expect(!holdsKey, "\(place)", sourceLocation: sourceLocation)
        }
    }

    /// The key as an answer may hold it in another encoding, wherever it begins there.
    private static let encodings = (0...2).map { offset in
        let encoded = Data((String(repeating: "k", count: offset) + core).utf8)
            .base64EncodedString()
        return String(encoded.prefix(20).dropFirst(4))
    }

    /// Answers in which the key stands wherever a text can.
    private static func echo(turn: Int, _ request: LoopbackServer.Request) -> String {
        let now = Date.now.ISO8601Format()
        func reply(_ status: String, _ body: String, _ header: String = "") -> String {
            "HTTP/1.1 \(status)\r\n\(header)Content-Length: \(body.utf8.count)\r\n\r\n\(body)"
        }
        let percents = key.utf8.map { "%" + String($0, radix: 16) }.joined()
        let code = Data("Authorization: Bearer \(key)".utf8).base64EncodedString()
        let spread = key.map { "\($0) " }.joined()
        switch turn % 11 {
        case 0:
            return reply(
                "500 Broken", #"{"result":"error","code":"internal","message":"for \#(key)"}"#)
        case 1: return reply("500 \(key)", "<html>\(key)</html>", "X-\(key): \(key)\r\n")
        case 2: return reply("200 OK", #"{"result":"error","code":"\#(key)","message":"\#(key)"}"#)
        case 3: return reply("302 Found", "", "Location: http://127.0.0.1:9/?key=\(key)\r\n")
        case 4: return reply("200 OK", #"{"error":{"message":"\#(key) is no good"}}"#)
        case 5: return reply("200 OK", "\(key) is no JSON")
        case 6: return reply("500 No", #"{"error":{"message":"was \#(percents)"}}"#)
        case 7: return reply("500 No", #"{"error":{"message":"was \#(code)"}}"#)
        case 8: return reply("500 No", #"{"error":{"message":"was \#(key.uppercased())"}}"#)
        case 9: return reply("500 No", #"{"error":{"message":"was \#(spread)"}}"#)
        default:
            return reply(
                "200 OK",
                """
                {"result":"success","base":"USD","source":"\(key)","market_session":"\(key)",
                "data_updated_at":"\(now)","notice":"\(key)","rates":{"EUR":0.9,"\(key)":1}}
                """, "X-RateLimit-Remaining: \(key)\r\n")
        }
    }
}
