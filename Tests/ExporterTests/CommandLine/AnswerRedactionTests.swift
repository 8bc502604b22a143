import Delivery
import Domain
import Foundation
import TestKit
import Testing

@testable import Exporter

struct AnswerRedactionTests {
    private static let yaml = """
        receivers:
          - name: oncall
            type: webhook
            url: https://us3r:p4ssw0rd@hooks.example/services/T0Kq8/B7/wZ5QueryRm7?token=a%2Fb%2Fc99&x=1
        """

    private func redaction() throws -> AnswerRedaction {
        AnswerRedaction(
            secretsOf: try Configuration.read(
                Array(Self.yaml.utf8), name: "x.yml", folder: "",
                environment: [
                    "EXCHANGERATE_API_KEY": "exr_live_hunter2000",
                    "https_proxy": "http://me:pr0xypass@proxy.example",
                ]))
    }

    @Test(arguments: [
        "https://us3r:p4ssw0rd@hooks.example/services/T0Kq8/B7/wZ5QueryRm7?token=a%2Fb%2Fc99&x=1",
        "/services/T0Kq8/B7/wZ5QueryRm7?token=a%2Fb%2Fc99&x=1", "wZ5QueryRm7", "WZ5QUERYRM7",
        "w\u{200B}Z5QueryRm7", "wZ5Quer", "a/b/c99", "a%2Fb%2Fc99", "a%2fb%2fc99", "us3r",
        "p4ssw0rd", Data("us3r:p4ssw0rd".utf8).base64EncodedString(),
        Data("wZ5QueryRm7".utf8).base64EncodedString(), "exr_live_hunter2000", "pr0xypass",
    ])
    func `what a receiver echoes of a secret is not shown`(echo: String) throws {
        let shown = try redaction().shown(Array("you sent \(echo), or so".utf8))
        #expect(shown.contains("<redacted>"), "\(shown)")
        for part in ["T0Kq8", "5quer", "a/b/c", "c99", "us3r", "ssw0r", "hunter", "r0xyp"] {
            #expect(!shown.lowercased().contains(part.lowercased()), "\(shown)")
        }
        #expect(shown.hasPrefix("you sent"))
    }

    @Test(arguments: [
        "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", "R0u", "h3aderValue", "R0UTINGkey0123",
    ])
    func `keys and headers are hidden, even short ones`(echo: String) throws {
        var configuration = try Configuration.read(
            Array(Self.yaml.utf8), name: "x.yml", folder: "", environment: [:])
        configuration.receivers[0].signingSecrets = [
            Secret("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw")
        ]
        configuration.receivers[0].headers = [
            ReceiverHeader(name: "X-A", value: Secret("R0u")),
            ReceiverHeader(name: "X-B", value: Secret("h3aderValue")),
        ]
        configuration.receivers[0].routingKey = Secret("R0UTINGkey0123")
        let shown = AnswerRedaction(secretsOf: configuration).shown(Array("got \(echo)!".utf8))
        #expect(shown == "got <redacted>!")
    }

    @Test(arguments: [
        ("ok", "ok"), ("", ""), ("no_service", "no_service"), (" \r\n\t ", ""),
        ("<html>\r\n<b>502</b>\u{1B}[2J\u{7}", "<html> <b>502</b> [2J"),
        ("{\"error\":\"no such hook\"}", "{\"error\":\"no such hook\"}"),
    ])
    func `what else came back is shown on one line`(body: String, text: String) throws {
        #expect(try redaction().shown(Array(body.utf8)) == text)
    }

    @Test func `a short path is hidden whole, though its word is everybody's`() throws {
        let yaml = "receivers: [{name: a, type: webhook, url: \"https://hooks.example/hook\"}]"
        let redaction = AnswerRedaction(
            secretsOf: try Configuration.read(
                Array(yaml.utf8), name: "x.yml", folder: "", environment: [:]))
        #expect(
            redaction.shown(Array("POST /hook: no such hook".utf8))
                == "POST <redacted>: no such hook")
    }

    @Test(.leisurely) func `it is cut, whatever it is`() throws {
        let redaction = try redaction()
        #expect(redaction.shown(Array(repeating: 0x61, count: 65_536)).count == 120)
        #expect(redaction.shown(Array(repeating: 0xFF, count: 65_536)).count == 120)
        let marks = "e" + String(repeating: "\u{301}", count: 30_000)
        #expect(redaction.shown(Array(marks.utf8)).utf8.count <= 480)
    }

    @Test func `the status of an answer is no secret, though it stands in the path`() throws {
        let yaml = """
            receivers: [{name: a, type: webhook, url: "https://h.example/404/hunter2"}]
            """
        let redaction = AnswerRedaction(
            secretsOf: try Configuration.read(
                Array(yaml.utf8), name: "x.yml", folder: "", environment: [:]))
        #expect(redaction.shown("status 404 of hunter2") == "status 404 of <redacted>")
    }

    @Test func `without secrets nothing is hidden`() throws {
        let plain = AnswerRedaction(
            secretsOf: try Configuration.read([], name: nil, folder: "", environment: [:]))
        #expect(
            plain.shown("status 200 of https://hooks.example")
                == "status 200 of https://hooks.example")
    }
}
