import Foundation
import TestKit
import Testing

/// The daemon, given requests that no client should send.
///
/// `HTTP_FUZZ_INPUTS` says how many, and `HTTP_FUZZ_SEED` which ones.
@Suite(.fewAtATime)
struct RequestFuzzTests {
    /// Lets in at a cost that many different passwords can be tried at.
    private static let users = [
        "basic_auth_users:",
        "  fuzz: $2b$04$abcdefghijklmnopqrstuu/gbQda0wNzQqQxxxVQ4znO/Q9D5f5/W",
    ]
    private static let login = "Basic " + Data("fuzz:fuzz".utf8).base64EncodedString()

    @Test(arguments: [false, true])
    func `whatever is sent, answers are well formed, and nothing is left behind`(
        isEncrypted: Bool
    ) async throws {
        let count = try Self.number("HTTP_FUZZ_INPUTS").map { Int($0) } ?? 2000
        let seed = try DrawnSeed("HTTP_FUZZ_SEED").value
        print("request fuzz test: HTTP_FUZZ_SEED=\(seed) HTTP_FUZZ_INPUTS=\(count)")
        let standIn = try await StandInProcess()
        let web = try await WebFolder()
        let exporter = try await ExporterProcess(
            ExporterConfiguration(api: standIn.url, interval: "5m"),
            flags: ["--web.enable-lifecycle"]
                + (isEncrypted ? [try web.write(Self.users)] : []))
        let login = isEncrypted ? Self.login : nil
        let fuzzer = RequestFuzzer(
            port: exporter.port, isEncrypted: isEncrypted, login: login, seed: seed)
        func scrape() async throws {
            let client = try FuzzConnection(port: exporter.port, isEncrypted: isEncrypted)
            let field = login.map { "Authorization: \($0)\r\n" } ?? ""
            client.send(Array("GET /metrics HTTP/1.1\r\nHost: h\r\n\(field)\r\n".utf8))
            var answer: AnswerStream?
            let isAnswered = try await eventually(within: .seconds(10)) {
                _ = client.take()
                answer = try AnswerStream(client.received, methods: ["GET"])
                return answer?.isWhole == true && answer?.answers.count == 1
            }
            #expect(isAnswered && answer?.answers.first?.status == 200, "\(exporter.log)")
        }
        try await scrape()
        let process = exporter.process.identifier
        let idle = try ProcessUsage(of: process)
        // What is made once and kept is there after a quarter.
        var answers = try await fuzzer.run(0..<(count / 4), isAlive: scrape)
        let warm = try await Self.usage(of: process, goingDownTo: idle)
        answers += try await fuzzer.run((count / 4)..<count, isAlive: scrape)
        let after = try await Self.usage(of: process, goingDownTo: idle)
        print("request fuzz test: \(answers) answers; \(idle); \(warm); \(after)")
        #expect(answers > count / 3)
        #expect(after.descriptors <= idle.descriptors + Self.slack)
        #expect(after.threads <= idle.threads + Self.slack)
        #expect(after.memory <= warm.memory + 4096 || Sanitizer.isPresent, "in KiB")
        await exporter.stop()
    }

    /// What comes and goes without any client: a poll's connection, threads of the pool.
    private static let slack = 4

    /// What a process takes once all clients have gone: those that left in the middle of a request
    /// are given up after 30 s at the latest.
    private static func usage(
        of process: Int32, goingDownTo idle: ProcessUsage
    ) async throws -> ProcessUsage {
        var now = try ProcessUsage(of: process)
        _ = try await eventually(within: .seconds(60), every: .milliseconds(500)) {
            now = try ProcessUsage(of: process)
            return now.descriptors <= idle.descriptors + slack
                && now.threads <= idle.threads + slack
        }
        return now
    }

    private static func number(_ variable: String) throws -> UInt64? {
        try ProcessInfo.processInfo.environment[variable].map { text in
            try #require(UInt64(text), "\(variable) is no number")
        }
    }
}
