import Domain
import Serving

@testable import Exporter

/// The variables of the process, `NAME=VALUE` with a NUL between them, as the kernel has them.
enum EnvironmentReader: FuzzReader {
    static let name = "environment"
    static let words =
        ServiceEnvironment.variables.map { "\0\($0)=" }
        + [
            "\0EXCHANGERATE_API_KEY=", "\0https_proxy=", "\0HTTPS_PROXY=", "\0http_proxy=",
            "\0all_proxy=", "\0no_proxy=", "\0SUDO_USER=", "\0LISTEN_PID=7\0LISTEN_FDS=",
            "@notify", "/run/systemd/notify", "65535", "65536", "-1", "+1",
            "9223372036854775807", "http://user:hunter2hunter2@proxy.example:3128/",
            "socks5://", "exr_live_hunter2", "*",
        ]
    private static let secret = "hunter2hunter2"

    static func seeds() -> [[UInt8]] {
        [
            ["LISTEN_PID=7", "LISTEN_FDS=2", "LISTEN_FDNAMES=a:b"], ["NOTIFY_SOCKET=@notify"],
            ["NOTIFY_SOCKET=/run/systemd/notify", "WATCHDOG_USEC=30000000", "WATCHDOG_PID=7"],
            ["https_proxy=http://user:\(secret)@proxy.example:3128", "no_proxy=localhost"],
            ["EXCHANGERATE_API_KEY=exr_live_hunter2", "all_proxy=socks5://proxy.example"],
        ].map { Array($0.joined(separator: "\0").utf8) }
    }

    static func read(_ bytes: [UInt8]) throws(BrokenPromise) {
        var environment: [String: String] = [:]
        for variable in bytes.split(separator: 0) {
            let parts = variable.split(
                separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2 else { continue }
            environment[String(decoding: parts[0], as: UTF8.self)] = String(
                decoding: parts[1], as: UTF8.self)
        }
        // A folder of the machine is none of the input.
        environment["CREDENTIALS_DIRECTORY"] = nil
        try readService(environment)
        try readProxies(environment)
        try readKey(environment)
        try PrintedText.check(
            TestNotification.sender(environment: environment), of: "a sender", allowing: "")
    }

    private static func readKey(_ environment: [String: String]) throws(BrokenPromise) {
        let finding: KeySource.Finding
        do throws(KeySource.Failure) {
            finding = try KeySource(file: nil, environment: environment).load()
        } catch {
            try PrintedText.check(error.description, of: "an error", allowing: "")
            return
        }
        guard let key = finding.key else { return }
        try hold(
            key.reveal().utf8.allSatisfy { 0x20...0x7E ~= $0 }, "a key that no header can hold")
    }

    private static func readService(_ environment: [String: String]) throws(BrokenPromise) {
        let service: ServiceEnvironment
        do throws(ServiceEnvironmentError) {
            service = try ServiceEnvironment(environment, process: 7)
        } catch {
            try PrintedText.check(error.description, of: "an error", allowing: "")
            return
        }
        try hold(service.sockets.allSatisfy(Self.isHandedOver), "another address for a socket")
        // It is told at half of that.
        let interval = service.watchdogTimeout.map { $0 / 2 }
        try hold(interval.map { $0 > .zero } ?? true, "a watchdog that is told without a pause")
    }

    /// Whether it is a socket of the service manager, which come after the standard streams.
    private static func isHandedOver(_ address: ListenAddress) -> Bool {
        if case .inherited(let descriptor) = address { descriptor > 2 } else { false }
    }

    private static func readProxies(_ environment: [String: String]) throws(BrokenPromise) {
        let proxies = ProxyEnvironment(
            environment, reaching: ["https://api.example", "http://hook.example/x"])
        // A password is one between a colon and the last `@`; anywhere else the word is a name.
        let values = environment.values.filter { $0.contains(secret) }
        let isPassword = values.allSatisfy { value in
            value.contains("user:\(secret)@") && value.ranges(of: secret).count == 1
        }
        for description in proxies.descriptions {
            try PrintedText.check(
                description, of: "a proxy", allowing: "", hiding: isPassword ? [secret] : [])
        }
        var configuration = ExamplePipeline.configuration
        configuration.proxies = proxies
        try PrintedText.check(PlanText(configuration).text, of: "the plan")
    }
}
