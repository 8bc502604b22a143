import ConfigTree
import Domain
import Testing

@testable import Delivery

struct FileReaderTests {
    /// Keys of 24 bytes, of 64, and of 32.
    private static let secrets = [
        "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
        "whsec_" + String(repeating: "QUJD", count: 21) + "QQ==",
        "whsec_" + String(repeating: "a", count: 43) + "=",
    ]

    private func signing(_ text: String, file: String = "file") -> SettingsReading<[String]> {
        SettingsReading("secret_file: \(file)", files: ["/etc/fx/file": text]) { map, files in
            map.value("secret_file").map(files.signingSecrets)?.map { $0.reveal() } ?? []
        }
    }

    @Test(arguments: [
        (secrets[0], [secrets[0]]),
        (secrets[0] + "\n", [secrets[0]]),
        (
            "\r\n  \(secrets[1]) \t\r\n\n\(secrets[0])\r\n\n\(secrets[2])",
            [secrets[1], secrets[0], secrets[2]]
        ),
    ])
    func `secrets are read a line, in their order`(text: String, expected: [String]) {
        let reading = signing(text)
        #expect(reading.problems == [])
        #expect(reading.value == expected)
    }

    private static let form = "whsec_ and 24 to 64 bytes in base64"

    @Test(arguments: [
        ("", "file is blank; write \(form) into it, a secret a line"),
        (" \r\n\t\n", "file is blank; write \(form) into it, a secret a line"),
        ("hunter2", "file, line 1, does not begin with whsec_; allowed is \(form)"),
        ("\n\nWHSEC_hunter2", "file, line 3, does not begin with whsec_; allowed is \(form)"),
        ("\"\(secrets[0])\"", "file, line 1, does not begin with whsec_; allowed is \(form)"),
        ("whsec_hunter2", "file, line 1, is no base64 after whsec_; allowed is \(form)"),
        ("whsec_hunter2=hunter2=", "file, line 1, is no base64 after whsec_; allowed is \(form)"),
        ("\(secrets[0]) x", "file, line 1, is no base64 after whsec_; allowed is \(form)"),
        ("whsec_", "file, line 1, has a key of 0 bytes; allowed is \(form)"),
        ("whsec_hunter2A", "file, line 1, has a key of 6 bytes; allowed is \(form)"),
        (
            "whsec_" + String(repeating: "QUJD", count: 21) + "QUI=",
            "file, line 1, has a key of 65 bytes; allowed is \(form)"
        ),
        (
            "\(secrets[0])\u{0}",
            "file, line 1, holds a control character or one beyond ASCII; allowed is \(form)"
        ),
        (
            "\(secrets[0])\r\(secrets[2])",
            "file, line 1, holds a control character or one beyond ASCII; allowed is \(form)"
        ),
        (
            "\u{FEFF}\(secrets[0])",
            "file, line 1, holds a control character or one beyond ASCII; allowed is \(form)"
        ),
        (
            "\(secrets[0])\n\n\(secrets[0])",
            "file, line 3, is the same as line 1; remove one"
        ),
    ])
    func `a wrong secret is told by file, line and reason, and never shown`(
        text: String, problem: String
    ) {
        let reading = signing(text)
        #expect(reading.problems == ["1:14: secret_file: \(problem)"])
        #expect(!reading.report.contains("hunter2"))
        #expect(!reading.report.contains("MfKQ9r8"))
    }

    @Test func `every wrong line is told`() {
        #expect(signing("a\n\(Self.secrets[0])\nb").problems.count == 2)
    }

    @Test(arguments: [
        (
            secrets[0],
            "found what looks like a secret, which belongs in a file of its own; "
                + "allowed is the path of a file"
        ),
        ("https://h/hunter2", "found a URL; write it to a file, and its path here"),
        ("nowhere", "nowhere does not exist"),
        ("[hunter2]", "found a list; allowed is the path of a file"),
    ])
    func `a secret in the place of its file is not shown`(file: String, problem: String) {
        let reading = signing("", file: file)
        #expect(reading.problems == ["1:14: secret_file: \(problem)"])
        #expect(!reading.report.contains("hunter2"))
        #expect(!reading.report.contains("MfKQ9r8"))
    }

    private func routingKey(_ text: String, file: String = "file") -> SettingsReading<String?> {
        SettingsReading("routing_key_file: \(file)", files: ["/etc/fx/file": text]) { map, files in
            map.value("routing_key_file").flatMap(files.routingKey)?.reveal()
        }
    }

    @Test(arguments: ["0123456789abcdef0123456789ABCDEF", "R0ZzYyYyYyYyYyYyYyYyYyYyYyYyYyYy"])
    func `a routing key is 32 letters or digits`(key: String) {
        let reading = routingKey(key)
        #expect(reading.problems == [])
        #expect(reading.value == key)
    }

    @Test(arguments: [
        ("", "file", "file is blank; write the routing key, 32 letters or digits, into it"),
        ("hunter2", "file", "file holds no routing key; allowed are 32 letters or digits"),
        (
            "0123456789abcdef0123456789hunter2", "file",
            "file holds no routing key; allowed are 32 letters or digits"
        ),
        (
            "0123456789abcdef0123456-hunter2x", "file",
            "file holds no routing key; allowed are 32 letters or digits"
        ),
        (
            "", "0123456789abcdef012345678hunter2",
            "found what looks like a routing key; write it to a file, and its path here"
        ),
        ("", "nowhere", "nowhere does not exist"),
    ])
    func `a wrong routing key is told, and never shown`(
        text: String, file: String, problem: String
    ) {
        let reading = routingKey(text, file: file)
        #expect(reading.problems == ["1:19: routing_key_file: \(problem)"])
        #expect(!reading.report.contains("hunter2"))
    }
}
