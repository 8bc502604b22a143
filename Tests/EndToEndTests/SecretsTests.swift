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
            $0.goodPolls() > 0 && $0.failedPolls() > 4
        }
        #expect(
            api.requests.allSatisfy { request in
                request.head.split(separator: "\r\n").contains("Authorization: Bearer \(Self.key)")
            })
        #expect(page.series("exchangerate_rate").count == 1)
        try await Self.expectNoKey(of: exporter)
    }

    @Test func `a changed key file is taken over within 10 s, and voids the wait after rejections`()
        async throws
    {
        let standIn = try await StandInProcess(["--key=\(Self.key)"])
        let folder = try TemporaryFolder()
        let file = try folder.write("exr_live_old\n", to: "key")
        // The wait after three rejections would be hours.
        let exporter = try await ExporterProcess(
            ExporterConfiguration(api: standIn.url, apiKeys: ["key_file: \(file)"]), in: folder,
            flags: ["--log.level=debug"])
        _ = try await exporter.metrics("the old key is rejected for good") {
            $0.failedPolls(because: "unauthorized") == 3
        }
        try folder.write("  \(Self.key)\n", to: "key")
        _ = try await exporter.metrics("the new key works", within: .seconds(10)) {
            $0.goodPolls() > 0
        }
        #expect(!exporter.log.contains("exr_live_old"))
        try await Self.expectNoKey(of: exporter, besides: file)
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
            let holdsKey = text.contains(core)
            #expect(!holdsKey, "\(place)", sourceLocation: sourceLocation)
        }
    }

    /// Answers in which the key stands wherever a text can.
    private static func echo(turn: Int, _ request: LoopbackServer.Request) -> String {
        let now = Date.now.ISO8601Format()
        func reply(_ status: String, _ body: String, _ header: String = "") -> String {
            "HTTP/1.1 \(status)\r\n\(header)Content-Length: \(body.utf8.count)\r\n\r\n\(body)"
        }
        switch turn % 7 {
        case 0:
            return reply(
                "500 Broken", #"{"result":"error","code":"internal","message":"for \#(key)"}"#)
        case 1: return reply("500 \(key)", "<html>\(key)</html>", "X-\(key): \(key)\r\n")
        case 2: return reply("200 OK", #"{"result":"error","code":"\#(key)","message":"\#(key)"}"#)
        case 3: return reply("302 Found", "", "Location: http://127.0.0.1:9/?key=\(key)\r\n")
        case 4: return reply("200 OK", #"{"error":{"message":"\#(key) is no good"}}"#)
        case 5: return reply("200 OK", "\(key) is no JSON")
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
