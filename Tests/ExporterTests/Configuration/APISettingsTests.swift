import Polling
import Testing

@testable import Exporter

struct APISettingsTests {
    private func settings(_ url: String) throws -> APISettings {
        try Configuration.read(
            Array("api: {url: \"\(url)\"}".utf8), name: "f", folder: "", environment: [:]
        ).api
    }

    @Test(arguments: [
        ("https://api.exchangerate.dev", "https://api.exchangerate.dev", "api.exchangerate.dev"),
        ("https://API.example/base/", "https://API.example/base", "api.example"),
        ("http://[::1]:8080/", "http://[::1]:8080", "::1"),
        ("HTTPS://h:1//", "HTTPS://h:1", "h"),
    ])
    func `an address is taken apart`(url: String, kept: String, host: String) throws {
        let api = try settings(url)
        #expect(api.url == kept)
        #expect(api.host == host)
    }

    @Test(arguments: [
        ("http://localhost:1", true), ("http://127.0.0.1", true), ("http://127.8.9.10", true),
        ("http://[::1]", true), ("https://rates.example", true), ("http://rates.example", false),
        ("http://127.0.0.1.example", false), ("http://localhost.example", false),
        ("http://10.0.0.1", false), ("http://[::2]", false), ("http://127.1", false),
    ])
    func `a key goes nowhere in the clear but to this machine`(url: String, may: Bool) throws {
        #expect(try settings(url).mayCarryKey == may)
    }

    @Test(arguments: [
        ("", [:], 90), ("api: {url: \"https://API.exchangerate.dev/\"}", [:], 90),
        ("", ["EXCHANGERATE_API_KEY": "abc"], 0), ("api: {url: \"https://h\"}", [:], 0),
        ("poll: {requests_per_hour: 7}", [:], 7),
    ])
    func `the pace by the hour follows the account`(
        text: String, environment: [String: String], perHour: Int
    ) throws {
        let configuration = try Configuration.read(
            Array(text.utf8), name: "f", folder: "", environment: environment)
        #expect(configuration.poll.requestsPerHour == perHour)
    }

    @Test(arguments: [
        ("/etc/exporter/", "key", "/etc/exporter/key"), ("", "key", "key"),
        ("/", "key", "/key"), ("/etc/", "/run/key", "/run/key"),
    ])
    func `a path starts at the folder of the file`(folder: String, path: String, whole: String) {
        let error = #expect(throws: ConfigurationError.self) {
            try Configuration.read(
                Array("api: {ca_file: \(path)-absent}".utf8), name: "f", folder: folder,
                environment: [:])
        }
        #expect(error?.description.contains("api.ca_file: \(whole)-absent does not exist") == true)
    }
}
