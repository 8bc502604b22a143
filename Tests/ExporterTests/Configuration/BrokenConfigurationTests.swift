import TestKit
import Testing

@testable import Exporter

/// Whatever becomes of a file, reading it ends, and its errors show no secret.
@Suite(.leisurely) struct BrokenConfigurationTests {
    private static let text = """
        api: {url: 'https://exr_live_hunter2:x@h/exr_live_hunter2', key: "exr_live_hunter2"} # exr_live_hunter2
        poll: {interval: 5m, min_interval: 0x10}
        rates:
          - base: USD
            symbols: [EUR, exr_live_hunter2, 'GBP']
        receivers:
          - url: >
              https://h/exr_live_hunter2
            headers: {X: "a
              exr_live_hunter2"}
        ? exr_live_hunter2
        : &exr_live_hunter2 *exr_live_hunter2
        """

    /// A right configuration but for one error, with secrets that nothing tells from other words.
    private static let receivers = """
        receivers:
          - name: oncall
            type: webhook
            url: https://user:hunter2@a.example/T0/hunter2?x=hunter2
            headers: {X-Team: hunter2, Authorization: "Bearer hunter2"}
            timeout: 0s
          - name: backup
            type: webhook
            url: 'https://b.example/T0/hunter2'
            headers:
              X-Team: hunter2
              Authorization: >
                Bearer
                hunter2
            send_resolved: false
          - {name: third, type: webhook, headers: {A: 'hunter2'}, url: "https://c.example/T0/hunter2"}
        heartbeat: {url: https://d.example/T0/hunter2, interval: 1m}
        """

    @Test(arguments: [(text, "exr_live_hunter2"), (receivers, "hunter2")])
    func `a secret is shown by no error of a file that was spoiled at random`(
        text: String, secret: String
    ) {
        let spoilers = Array("{}[],:-?|>'\"#&*!%@`\\ \t\n\r\0é\u{2028}\u{FEFF}~<".unicodeScalars)
        var generator = SeededGenerator(seed: 978)
        var refused = 0
        for _ in 0..<3000 {
            var scalars = Array(text.unicodeScalars)
            for _ in 0..<Int.random(in: 0...4, using: &generator) {
                let place = Int.random(in: 0..<scalars.count, using: &generator)
                if Bool.random(using: &generator) {
                    scalars.remove(at: place)
                } else if let spoiler = spoilers.randomElement(using: &generator) {
                    scalars.insert(spoiler, at: place)
                }
            }
            let bytes = Array(String(String.UnicodeScalarView(scalars)).utf8)
            do throws(ConfigurationError) {
                _ = try Configuration.read(bytes, name: "f", folder: "", environment: [:])
            } catch {
                refused += 1
                #expect(!error.description.contains(secret), "\(error)")
            }
        }
        // A spoiled time limit may be a right one.
        #expect(refused > 2900)
    }

    @Test(arguments: ["", ",", ":", "#", "'", "{", "\n  "])
    func `a secret is shown by no error of a file with one fault at any place`(fault: String) {
        let text = Self.receivers
        var refused = 0
        for place in text.indices {
            let (before, rest) = (text[..<place], text[place...])
            for broken in [before + fault + rest, before + fault + rest.dropFirst()] {
                do throws(ConfigurationError) {
                    _ = try Configuration.read(
                        Array(broken.utf8), name: "f", folder: "", environment: [:])
                } catch {
                    refused += 1
                    #expect(!error.description.contains("hunter2"), "\(error)")
                }
            }
        }
        #expect(refused > text.count)
    }

    @Test func `bytes at random are refused and survived`() {
        var generator = SeededGenerator(seed: 10978)
        for length in 1..<500 {
            let bytes = (0..<length).map { _ in UInt8.random(in: 0...255, using: &generator) }
            _ = try? Configuration.read(bytes, name: "f", folder: "", environment: [:])
        }
    }
}
