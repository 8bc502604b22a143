import Foundation
import Serving

@testable import Exporter

/// The file of `--web.config.file`, with the certificates that it names.
enum WebConfigurationReader: FuzzReader {
    static let name = "web-configuration"
    static let secrets = ["$2y$10$hunter2", "-----BEGIN", "exr_hunter2", "whsec_hunter2"]
    static let words =
        secrets + [
            "tls_server_config:", "cert_file:", "key_file:", "client_ca_file:",
            "client_auth_type:", "min_version:", "max_version:", "basic_auth_users:",
            "http_server_config:", "http2:", "headers:", "rate_limit:", "TLS12", "TLS13",
            "RequireAndVerifyClientCert", "NoClientCert", "X-Frame-Options:", "deny", "\n  ",
            "Strict-Transport-Security:", "Content-Security-Policy:", "\n    ", "{", "}", "!!str ",
            "$2y$04$ABCDEFGHIJKLMNOPQRSTUOBb9RcA8dsEBCQcVNkZ8HkCSU3N1zlDS",
        ]

    private static let folder = TreeFiles.fixtures.appending(path: "web").path + "/"

    static func seeds() throws -> [[UInt8]] {
        try TreeFiles.contents(of: "ExporterTests/Fixtures/web/valid")
            + TreeFiles.contents(
                of: "ExporterTests/Fixtures/web/invalid", before: "======== message\n")
    }

    static func read(_ bytes: [UInt8]) throws(BrokenPromise) {
        let web: WebConfiguration
        do throws(ConfigurationError) {
            web = try WebConfiguration.read(bytes, name: "web.yml", folder: folder)
        } catch {
            try ConfigurationPromises.check(error, in: bytes, hiding: secrets)
            return
        }
        let options = Options()
        let plan = PlanText(
            ExamplePipeline.configuration, web: WebPlan(web, addresses: options.listenAddresses))
        try PrintedText.check(plan.text, of: "the plan", hiding: secrets)
        for field in web.access.headers.fields {
            try hold(
                field.value.utf8.allSatisfy { 0x20...0x7E ~= $0 },
                "a header with what none can hold")
        }
        try hold(web.contents["web.yml"] == bytes, "what was read is not kept")
    }
}
