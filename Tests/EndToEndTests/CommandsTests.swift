import Foundation
import TestKit
import Testing

/// The sub-commands, as they are typed.
@Suite(.fewAtATime)
struct CommandsTests {
    private let standIn: StandInProcess
    private let folder: TemporaryFolder

    init() async throws {
        standIn = try await StandInProcess(["--key=exr_live_right"])
        try await standIn.add(fault: "frozen")
        folder = try TemporaryFolder()
        try folder.write(ExporterConfiguration(api: standIn.url).yaml, to: "exporter.yml")
    }

    @Test func `fetch prints a table of rates`() async throws {
        let process = try fetch(["USD", "EUR", "JPY"])
        #expect(await process.exitStatus() == 0)
        #expect(process.standardError == "")
        let sent = try SentRates(await standIn.answer(to: "/v1/latest/USD?symbols=EUR,JPY"))
        let rows = process.standardOutput.split(separator: "\n").map {
            $0.split(separator: " ", omittingEmptySubsequences: true).map(String.init)
        }
        try #require(rows.count >= 3)
        #expect(rows[0] == ["SYMBOL", "RATE", "SOURCE", "SESSION", "OBSERVED", "AGE"])
        #expect(rows[1].prefix(3) == ["EUR", try #require(sent.digits["EUR"]), "live"])
        #expect(rows[2].prefix(3) == ["JPY", try #require(sent.digits["JPY"]), "live"])
        #expect(process.standardOutput.hasSuffix("not for settlement.\n"))
        #expect(try await standIn.requests().count == 2)
    }

    @Test func `fetch prints JSON with the exact rates`() async throws {
        struct Report: Decodable {
            struct Rate: Decodable { let rate: Decimal }
            let base: String
            let rates: [String: Rate]
        }
        let process = try fetch(["USD", "EUR", "JPY", "--output=json"])
        #expect(await process.exitStatus() == 0)
        let report = try JSONDecoder().decode(
            Report.self, from: Data(process.standardOutput.utf8))
        let sent = try SentRates(await standIn.answer(to: "/v1/latest/USD?symbols=EUR,JPY"))
        #expect(report.base == "USD")
        #expect(report.rates.mapValues { "\($0.rate)" } == sent.digits)
    }

    @Test(arguments: [
        ("error", "server"), ("limit&retry_after=7", "rate_limited"), ("garbage", "decode"),
        ("redirect", "redirect"), ("reset", "interrupted"),
    ])
    func `fetch fails with the reason`(fault: String, reason: String) async throws {
        try await standIn.add(fault: fault)
        let process = try fetch(["USD", "EUR"])
        #expect(await process.exitStatus() == 1)
        #expect(process.standardOutput == "")
        #expect(process.standardError.contains(reason), "\(process.standardError)")
    }

    @Test func `fetch sends the key, and does not show one that is rejected`() async throws {
        let right = try fetch(["USD"], environment: ["EXCHANGERATE_API_KEY": "exr_live_right"])
        #expect(await right.exitStatus() == 0)
        let wrong = try fetch(["USD"], environment: ["EXCHANGERATE_API_KEY": "exr_live_wrong"])
        #expect(await wrong.exitStatus() == 1)
        #expect(wrong.standardError.contains("unauthorized"))
        #expect(!wrong.standardError.contains("exr_live_wrong"))
        #expect(try await standIn.requests().map(\.status) == [200, 401])
    }

    @Test func `check-config prints the plan, and asks the API for nothing`() async throws {
        let process = try ExporterProcess.run(
            ["check-config", "--config.file=exporter.yml"], in: folder)
        #expect(await process.exitStatus() == 0)
        #expect(process.standardError == "")
        for text in ["USD", "EUR", "GBP", "JPY", standIn.url, "3600"] {
            #expect(process.standardOutput.contains(text), "\(process.standardOutput)")
        }
        #expect(try await standIn.requests().isEmpty)
    }

    @Test(arguments: [("", true), (" \n", true), ("{}", false), ("# all by default\n", false)])
    func `check-config warns of a file in which nothing is`(
        text: String, warns: Bool
    ) async throws {
        try folder.write(text, to: "cut.yml")
        let process = try ExporterProcess.run(
            ["check-config", "--config.file=cut.yml"], in: folder)
        #expect(await process.exitStatus() == 0)
        #expect(process.standardOutput.contains("WARNING: cut.yml is empty, so all is") == warns)
    }

    @Test func `check-config tells all errors with their places, and their number`() async throws {
        try folder.write("poll: {interval: 0s}\nrates: [{base: usd}, {base: USD}]\n", to: "bad.yml")
        let process = try ExporterProcess.run(
            ["check-config", "--config.file=bad.yml"], in: folder)
        #expect(await process.exitStatus() == 1)
        #expect(process.standardOutput == "")
        #expect(process.standardError.contains("bad.yml:1:18"), "\(process.standardError)")
        #expect(process.standardError.hasSuffix("errors\n"))
    }

    /// A configuration with one fault, where that is, and what is said of it.
    static let faults: [(text: String, place: String, words: [String])] = [
        ("rates: [{base: USD}, {base: USD}]", "1:29", ["rates[1].base", "USD"]),
        ("rates: [{base: usd}, {base: USD}]", "1:29", ["rates[1].base", "USD"]),
        ("rates:\n  - {base: USD, symbols: [EUR, \"\"]}", "2:32", ["rates[0].symbols[1]"]),
        ("rates: [{base: EURO}]", "1:16", ["rates[0].base", "EURO", "three letters"]),
        ("rates: [{base: \"\"}]", "1:16", ["rates[0].base"]),
        ("poll:\n  interval: 0", "2:13", ["poll.interval", "found 0"]),
        ("rates: [{base: USD, interval: 0s}]", "1:31", ["rates[0].interval", "found 0s"]),
    ]

    @Test(arguments: faults)
    func `a fault of the configuration is told by name, line and column`(
        text: String, place: String, words: [String]
    ) async throws {
        try folder.write(text + "\n", to: "bad.yml")
        for command in ["check-config", "run"] {
            let process = try ExporterProcess.run(
                [command, "--config.file=bad.yml", "--web.listen-address=127.0.0.1:0"], in: folder)
            #expect(await process.exitStatus() == 1)
            let errors = process.standardError
            #expect(errors.contains("bad.yml:\(place): "), "\(errors)")
            for word in words { #expect(errors.contains(word), "\(errors)") }
        }
    }

    private func fetch(
        _ arguments: [String], environment: [String: String] = [:]
    ) throws -> ChildProcess {
        try ExporterProcess.run(
            ["fetch", "--config.file=exporter.yml"] + arguments, environment: environment,
            in: folder)
    }
}
