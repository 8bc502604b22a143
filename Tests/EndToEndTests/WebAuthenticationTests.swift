import Foundation
import TestKit
import Testing

/// The daemon behind basic authentication.
@Suite(.fewAtATime)
struct WebAuthenticationTests {
    private let standIn: StandInProcess
    private let web: WebFolder

    init() async throws {
        standIn = try await StandInProcess()
        web = try await WebFolder()
    }

    private func exporter(_ flag: String) async throws -> ExporterProcess {
        try await ExporterProcess(
            ExporterConfiguration(api: standIn.url), flags: [flag, "--log.level=debug"])
    }

    @Test(arguments: [true, false])
    func `everything but health and readiness needs the password`(isEncrypted: Bool) async throws {
        let exporter = try await exporter(
            web.write(tlsKeys: isEncrypted ? [] : nil, WebFolder.users))
        for path in ["/", "/metrics", "/api/v1/alerts", "/nowhere", "/-/reload"] {
            let refusal = try await web.get(exporter, path)
            #expect(refusal.status == 401, "\(path)")
            #expect(refusal.text.contains("WWW-Authenticate: Basic realm="), "\(path)")
            let wrong = try await web.get(exporter, path, ["-u", "ada:wrong-password"])
            #expect(wrong.status == 401, "\(path)")
        }
        for path in ["/", "/metrics", "/api/v1/alerts"] {
            let page = try await web.get(exporter, path, ["-u", WebFolder.login])
            #expect(page.status == 200, "\(path)")
        }
        #expect(try await web.get(exporter, "/nowhere", ["-u", WebFolder.login]).status == 404)
        #expect(try await web.get(exporter, "/-/healthy").status == 200)
        #expect(try await web.get(exporter, "/-/ready").status != 401)

        let metrics = try await web.get(exporter, "/metrics", ["-u", WebFolder.login])
        let page = MetricsText(metrics.text)
        #expect(
            page.value("exchangerate_http_requests_total", ["handler": "status", "code": "401"])
                == 2)
        let log = exporter.log
        await exporter.stop()
        for secret in ["hunter2", "wrong-password", WebFolder.hash] {
            #expect(!log.contains(secret))
            #expect(!metrics.text.contains(secret))
        }
    }

    @Test func `Prometheus scrapes over TLS with a password`() async throws {
        let exporter = try await exporter(web.write(WebFolder.users))
        let prometheus = try await PrometheusProcess(
            scraping: "127.0.0.1:\(exporter.port)",
            jobKeys: [
                "scheme: https", "tls_config: {ca_file: '\(web.authority.own.certificateFile)'}",
                "basic_auth: {username: ada, password: 'hunter2-für-ada'}",
            ])
        let isScraped = try await eventually(within: .seconds(60), every: .milliseconds(300)) {
            try await prometheus.query("up").texts == ["1"]
        }
        #expect(isScraped, "\(exporter.log)")
        let hasRates = try await eventually(within: .seconds(60), every: .milliseconds(300)) {
            try await prometheus.query("exchangerate_rate").texts.count == 3
        }
        #expect(hasRates)
        await exporter.stop()
    }

    @Test func `users come and go while the daemon runs, and none is let in in between`()
        async throws
    {
        let exporter = try await exporter(web.write(WebFolder.users))
        #expect(try await web.get(exporter, "/metrics", ["-u", WebFolder.login]).status == 200)

        // As an editor does it: empty for a moment.
        try web.write(text: "")
        try web.write(WebFolder.users + ["  bob: \(WebFolder.hash)"])
        let bob = WebFolder.login.replacing("ada:", with: "bob:")
        let hasCome = try await eventually(within: .seconds(60), every: .milliseconds(200)) {
            #expect(try await web.get(exporter, "/metrics").status == 401)
            return try await web.get(exporter, "/metrics", ["-u", bob]).status == 200
        }
        #expect(hasCome, "\(exporter.log)")
        #expect(try await web.get(exporter, "/metrics", ["-u", WebFolder.login]).status == 200)

        try web.write(["basic_auth_users:", "  bob: \(WebFolder.hash)"])
        let hasGone = try await eventually(within: .seconds(60), every: .milliseconds(200)) {
            try await web.get(exporter, "/metrics", ["-u", WebFolder.login]).status == 401
        }
        #expect(hasGone, "\(exporter.log)")
        #expect(try await web.get(exporter, "/metrics", ["-u", bob]).status == 200)
        await exporter.stop()
    }

    @Test func `a reload takes users over at once, and a broken file fails it whole`()
        async throws
    {
        let flag = try web.write(tlsKeys: nil, WebFolder.users)
        let exporter = try await ExporterProcess(
            ExporterConfiguration(api: standIn.url), flags: [flag, "--web.enable-lifecycle"])
        let reload = ["-X", "POST"]
        #expect(try await web.get(exporter, "/-/reload", reload).status == 401)
        try web.write(tlsKeys: nil, ["basic_auth_users:", "  bob: \(WebFolder.hash)"])
        let ada = ["-u", WebFolder.login]
        let bob = ["-u", WebFolder.login.replacing("ada:", with: "bob:")]
        #expect(try await web.get(exporter, "/-/reload", reload + ada).status == 200)
        #expect(try await web.get(exporter, "/metrics", ada).status == 401)

        let good = "exchangerate_config_last_reload_successful"
        for (keys, lines, problem) in [
            (nil, ["basic_auth_users:", "  bob: hunter2"], "web.yml:2:8: basic_auth_users.bob"),
            ([], WebFolder.users, "TLS cannot be switched on while the daemon runs"),
        ] as [([String]?, [String], String)] {
            try web.write(tlsKeys: keys, lines)
            let failure = try await web.get(exporter, "/-/reload", reload + bob)
            #expect(failure.status == 500)
            #expect(failure.text.contains(problem))
            let page = MetricsText(try await web.get(exporter, "/metrics", bob).text)
            #expect(page.value(good) == 0)
            #expect(page.value("exchangerate_web_config_last_reload_successful") == 0)
            #expect(try await web.get(exporter, "/", bob).text.contains(Self.told))
        }
        try web.write(tlsKeys: nil, WebFolder.users)
        let mended = try await web.get(exporter, "/-/reload", reload + bob)
        #expect(mended.status == 200, "\(mended.text)")
        let page = MetricsText(try await web.get(exporter, "/metrics", ada).text)
        #expect(page.value(good) == 1)
        #expect(page.value("exchangerate_web_config_last_reload_successful") == 1)
        #expect(try await !web.get(exporter, "/", ada).text.contains(Self.told))
        #expect(!exporter.log.contains("hunter2"))
        await exporter.stop()
    }

    /// Sends wrong passwords of ada that keep the daemon busy for more than a second.
    private func guess(_ exporter: ExporterProcess) throws -> [RawConnection] {
        try (0..<60).map { index in
            let client = try RawConnection(port: exporter.port)
            let pair = Data("ada:\(index)".utf8).base64EncodedString()
            client.send("GET / HTTP/1.1\r\nHost: h\r\nAuthorization: Basic \(pair)\r\n\r\n")
            return client
        }
    }

    @Test func `guesses keep out neither who is known when users change, nor other addresses`()
        async throws
    {
        let flag = try web.write(tlsKeys: nil, WebFolder.users)
        let exporter = try await ExporterProcess(
            ExporterConfiguration(api: standIn.url), flags: [flag, "--web.enable-lifecycle"])
        let ada = ["-u", WebFolder.login]
        let before = try guess(exporter)
        let elsewhere = try await web.get(exporter, "/metrics", ada + ["--interface", "127.0.0.2"])
        #expect(elsewhere.status == 200)
        try web.write(tlsKeys: nil, WebFolder.users + ["  bob: \(WebFolder.hash)"])
        #expect(try await web.get(exporter, "/-/reload", ["-X", "POST"] + ada).status == 200)
        let after = try guess(exporter)
        #expect(try await web.get(exporter, "/metrics", ada).status == 200)
        let bob = ["-u", WebFolder.login.replacing("ada:", with: "bob:")]
        #expect(try await web.get(exporter, "/metrics", bob).status == 200)
        withExtendedLifetime(before + after) {}
        await exporter.stop()
    }

    /// What the status page says of files that cannot be used.
    private static let told = "The files of the web configuration cannot be used"

    @Test func `a stop waits for no password that is being checked`() async throws {
        // A cost of 16 takes some seconds.
        let hash = WebFolder.hash.replacing("$10$", with: "$16$")
        let exporter = try await exporter(
            web.write(tlsKeys: nil, ["basic_auth_users:", "  ada: \(hash)"]))
        let guessers = try (0..<5).map { index in
            let client = try RawConnection(port: exporter.port)
            let pair = Data("ada:\(index)".utf8).base64EncodedString()
            client.send("GET / HTTP/1.1\r\nHost: h\r\nAuthorization: Basic \(pair)\r\n\r\n")
            return client
        }
        #expect(try await web.get(exporter, "/-/healthy").status == 200)
        let start = ContinuousClock.now
        await exporter.stop()
        #expect(ContinuousClock.now - start < .seconds(5) * Sanitizer.slowness)
        for guesser in guessers { #expect(guesser.ends(within: .seconds(10))) }
    }
}
