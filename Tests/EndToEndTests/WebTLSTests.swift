import Foundation
import TestKit
import Testing

/// The daemon behind TLS.
@Suite(.fewAtATime)
struct WebTLSTests {
    private let standIn: StandInProcess
    private let web: WebFolder

    init() async throws {
        standIn = try await StandInProcess()
        web = try await WebFolder()
    }

    private func exporter(_ flag: String) async throws -> ExporterProcess {
        try await ExporterProcess(ExporterConfiguration(api: standIn.url), flags: [flag])
    }

    @Test func `every page is served over TLS, and none without`() async throws {
        let exporter = try await exporter(
            web.write(["http_server_config:", "  headers: {X-Frame-Options: deny}"]))
        for path in ["/", "/metrics", "/api/v1/alerts", "/-/healthy"] {
            let page = try await web.get(exporter, path)
            #expect(page.status == 200, "\(path)")
            #expect(page.text.contains("X-Frame-Options: deny"), "\(path)")
        }
        #expect(try await web.get(exporter, "/nowhere").status == 404)
        let plain = try await Curl.get("http://127.0.0.1:\(exporter.port)/metrics")
        #expect(plain.status == 0)
        #expect(try await Curl.get(exporter.url + "/metrics").exitStatus == 60)
        await exporter.stop()
    }

    @Test func `notifications lead to an https address`() async throws {
        try await standIn.freeze()
        let exporter = try await ExporterProcess(
            .paging(standIn, to: ReceiverConfiguration(url: standIn.sink)), flags: [web.write()])
        let page = try await standIn.pages(1)[0]
        let text = String(decoding: page.body, as: UTF8.self).replacing("\\/", with: "/")
        #expect(text.contains("\"externalURL\":\"https://"), "\(text)")
        await exporter.stop()
    }

    @Test func `only clients whose certificates the authority signed are let in`() async throws {
        let exporter = try await exporter(
            web.write(tlsKeys: [
                "client_ca_file: authority.crt", "client_auth_type: RequireAndVerifyClientCert",
            ]))
        let stranger = try await CertificateAuthority(name: "another authority")
            .issue("client", for: .clientAuth)
        let client = try await web.authority.issue("client", for: .clientAuth)
        #expect(try await web.get(exporter, "/metrics").status == 0)
        for (certificate, status) in [(stranger, 0), (client, 200)] {
            let page = try await web.get(
                exporter, "/metrics",
                ["--cert", certificate.certificateFile, "--key", certificate.keyFile])
            #expect(page.status == status)
        }
        await exporter.stop()
    }

    @Test func `a renewed certificate is served soon, and a broken one changes nothing`()
        async throws
    {
        let exporter = try await exporter(web.write())
        let first = try await serial(of: exporter)
        try await web.authority.issue(file: "server")
        var second = first
        let isRenewed = try await eventually(within: .seconds(60), every: .milliseconds(200)) {
            second = try await serial(of: exporter)
            return second != first
        }
        #expect(isRenewed, "\(exporter.log)")
        #expect(exporter.log.contains("the web configuration has changed"))
        let read = try await loadedAt(exporter)
        #expect(try await isCurrent(exporter) == 1)

        try web.write(tlsKeys: ["min_version: hunter2"])
        let line = await exporter.process.line(containing: "cannot be used, the one before it")
        #expect(line?.contains("web.yml:4:16: tls_server_config.min_version") == true)
        let folder = web.authority.folder
        try Data("hunter2".utf8).write(to: folder.appending(path: "server.key"))
        try web.write()
        let other = await exporter.process.line(containing: "holds no key in PEM")
        #expect(other?.contains("web.yml:3:13: tls_server_config.key_file") == true)
        #expect(try await serial(of: exporter) == second)
        #expect(try await eventually { try await isCurrent(exporter) == 0 })
        #expect(try await loadedAt(exporter) == read)

        try await web.authority.issue(file: "server")
        let isMended = try await eventually(within: .seconds(60), every: .milliseconds(200)) {
            try await serial(of: exporter) != second
        }
        #expect(isMended, "\(exporter.log)")
        #expect(try await eventually { try await isCurrent(exporter) == 1 })
        #expect(try #require(await loadedAt(exporter)) > #require(read))
        await exporter.stop()
    }

    @Test func `a file that was broken for a while, and is what it was, counts as good again`()
        async throws
    {
        let exporter = try await exporter(web.write())
        #expect(try await isCurrent(exporter) == 1)
        for (round, isReloaded) in [(1, false), (2, true)] {
            try web.write(tlsKeys: ["min_version: TLS99"])
            // A reload tells at once, and the look at the files within some seconds.
            if isReloaded { exporter.process.signal(SIGHUP) }
            let isTold = try await eventually(within: .seconds(60), every: .milliseconds(200)) {
                try await isCurrent(exporter) == 0
            }
            #expect(isTold, "round \(round): \(exporter.log)")
            try web.write()
            let isGood = try await eventually(within: .seconds(60), every: .milliseconds(200)) {
                try await isCurrent(exporter) == 1
            }
            #expect(isGood, "round \(round): \(exporter.log)")
        }
        await exporter.stop()
    }

    private func isCurrent(_ exporter: ExporterProcess) async throws -> Double? {
        MetricsText(try await web.get(exporter, "/metrics").text)
            .value("exchangerate_web_config_last_reload_successful")
    }

    private func loadedAt(_ exporter: ExporterProcess) async throws -> Double? {
        MetricsText(try await web.get(exporter, "/metrics").text)
            .value("exchangerate_web_config_last_reload_success_timestamp_seconds")
    }

    /// The serial number of the certificate that is served.
    private func serial(of exporter: ExporterProcess) async throws -> String {
        let process = try ChildProcess(
            "/bin/sh",
            [
                "-c",
                "openssl s_client -connect 127.0.0.1:\(exporter.port) </dev/null 2>/dev/null"
                    + " | openssl x509 -noout -serial",
            ])
        _ = await process.exitStatus()
        let text = process.standardOutput
        try #require(text.hasPrefix("serial="), "\(process.standardError)")
        return text
    }

    @Test func `a wrong web configuration ends the start, and check-config tells all of it`()
        async throws
    {
        let flag = try web.write(tlsKeys: ["client_auth_type: Any"], ["basic_auth_users: [x]"])
        let folder = try TemporaryFolder()
        let start = try ExporterProcess.launch(
            ExporterConfiguration(api: standIn.url), in: folder, flags: [flag])
        #expect(await start.exitStatus() == 1)
        #expect(start.standardError.contains("web.yml:4:21: tls_server_config.client_auth_type"))
        let file = try folder.write("poll: {interval: 0}\n", to: "wrong.yml")
        let check = try ExporterProcess.run(
            ["check-config", "--config.file=\(file)", flag], in: folder)
        #expect(await check.exitStatus() == 1)
        for text in ["poll.interval", "client_auth_type", "basic_auth_users", "3 errors"] {
            #expect(check.standardError.contains(text), "\(check.standardError)")
        }
        let headers = ["http_server_config:", "  headers: {X-Frame-Options: deny}"]
        let good = try ExporterProcess.run(
            ["check-config", web.write(WebFolder.users + headers)], in: folder)
        #expect(await good.exitStatus() == 0)
        let output = good.standardOutput
        #expect(output.contains("web.yml\n  SUCCESS: the web configuration is valid\n"))
        #expect(
            output.contains(
                "Web:   TLS12 to TLS13 with NoClientCert, basic authentication for 1 user, "
                    + "with X-Frame-Options\n"))
    }
}
