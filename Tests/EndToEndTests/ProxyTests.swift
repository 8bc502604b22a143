import Foundation
import TestKit
import Testing

/// A proxy that the environment names.
@Suite(.fewAtATime)
struct ProxyTests {
    private static let password = "pQ9PassKt2"

    private static func variable(of proxy: ReceiverServer) -> String {
        "http://me:\(password)@\(proxy.address.dropFirst("http://".count))/"
    }

    @Test func `notifications go through it, and the log names it without its password`()
        async throws
    {
        // What goes to this machine, as to the API here, goes to it directly.
        let standIn = try await StandInProcess()
        try await standIn.freeze()
        let proxy = try ReceiverServer()
        let configuration = ExporterConfiguration.paging(
            standIn, to: ReceiverConfiguration(url: "http://hooks.invalid/services/x"))
        let environment = [
            "http_proxy": Self.variable(of: proxy), "no_proxy": "intranet.invalid",
        ]
        let exporter = try await ExporterProcess(configuration, environment: environment)
        _ = try await proxy.taken(1)
        for head in proxy.heads {
            #expect(head.hasPrefix("POST http://hooks.invalid/services/x HTTP/1.1\r\n"))
            let credentials = Data("me:\(Self.password)".utf8).base64EncodedString()
            #expect(
                ReceiverServer.header("Proxy-Authorization", in: head) == "Basic \(credentials)")
        }
        let line = try #require(
            exporter.log.split(separator: "\n").first { $0.contains("through a proxy") })
        #expect(line.contains("proxy=\(proxy.address) for=http variable=http_proxy"))
        #expect(line.contains("not_for=intranet.invalid"))
        #expect(!exporter.log.contains(Self.password))
        await exporter.stop()

        let check = try ExporterProcess.run(
            ["check-config", "--config.file=exporter.yml"], environment: environment,
            in: exporter.folder)
        #expect(await check.exitStatus() == 0)
        #expect(
            check.standardOutput.contains(
                "Proxy: \(proxy.address) for http://, named by http_proxy, "
                    + "but not for intranet.invalid\n"))
        #expect(!check.standardOutput.contains(Self.password))
    }

    @Test func `without one the log names none`() async throws {
        let exporter = try await ExporterProcess(
            ExporterConfiguration(api: try ReservedPort().url, interval: "5m"),
            environment: [
                "http_proxy": "http://proxy.invalid", "https_proxy": "http://proxy.invalid",
            ])
        #expect(!exporter.log.contains("proxy"))
        await exporter.stop()
    }

    @Test func `a proxy that opens no tunnel is told as such, and shows no password`()
        async throws
    {
        let proxy = try ReceiverServer(.answers(407))
        let folder = try TemporaryFolder()
        var configuration = ExporterConfiguration(api: "http://127.0.0.1:9")
        configuration.receivers = [ReceiverConfiguration(url: "https://hooks.invalid/x")]
        try folder.write(configuration.yaml, to: "exporter.yml")
        let process = try ExporterProcess.run(
            ["test-alert", "--config.file=exporter.yml"],
            environment: ["HTTPS_PROXY": Self.variable(of: proxy)], in: folder)
        #expect(await process.exitStatus() == 1)
        #expect(
            process.standardOutput.contains(
                "https://hooks.invalid  not delivered: connect: the proxy refused the tunnel with "
                    + "status 407"), "\(process.standardOutput)")
        #expect(proxy.heads.first?.hasPrefix("CONNECT hooks.invalid:443 HTTP/1.1\r\n") == true)
        #expect(!(process.standardOutput + process.standardError).contains(Self.password))
    }

    @Test func `a proxy that echoes its password is not believed with it`() async throws {
        let proxy = try ReceiverServer(.echoes(502))
        let folder = try TemporaryFolder()
        var configuration = ExporterConfiguration(api: "http://127.0.0.1:9")
        configuration.receivers = [ReceiverConfiguration(url: "http://hooks.invalid/")]
        try folder.write(configuration.yaml, to: "exporter.yml")
        let process = try ExporterProcess.run(
            ["test-alert", "--config.file=exporter.yml"],
            environment: ["all_proxy": Self.variable(of: proxy)], in: folder)
        #expect(await process.exitStatus() == 1)
        let shown = process.standardOutput
        #expect(shown.contains("status 502: POST http://hooks.invalid/"), "\(shown)")
        #expect(shown.contains("<redacted>"), "\(shown)")
        let credentials = Data("me:\(Self.password)".utf8).base64EncodedString()
        #expect(!shown.contains(credentials.prefix(8)))
    }
}
