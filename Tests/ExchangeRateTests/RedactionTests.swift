import ExchangeRate
import Foundation
import TestKit
import Testing

struct RedactionTests {
    private static let key = "exr_live_AbCdEf0123456789"
    private static let password = "tr0ub4dor&3 ~horse"

    private static var basicForms: [String] {
        let pair = "ops:\(password)"
        return [
            password, pair, Data(pair.utf8).base64EncodedString(),
            Data(password.utf8).base64EncodedString(),
            password.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? "",
            "Basic%20"
                + (Data(pair.utf8).base64EncodedString()
                    .addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""),
        ]
    }

    private static var bearerForms: [String] {
        let hexadecimal = key.utf8.map { String($0, radix: 16) }
        let plain: [String] = [
            key, key.uppercased(), "Bearer \(key)", String(key.prefix(15)), String(key.suffix(8)),
            "exr_live_****6789", String(key.dropFirst(9)), "x\(key)y\(key)z",
            Data(key.utf8).base64EncodedString(),
        ]
        let percents: [String] = [
            hexadecimal.map { "%" + $0 }.joined(),
            "key: " + hexadecimal.map { "%25" + $0 }.joined(),
        ]
        let spread: [String] =
            ["\u{200B}", " ", "\n", ".", "-\t"].map { mark in
                key.map { "\($0)\(mark)" }.joined()
            } + ["a \(key.prefix(12))\n\(key.dropFirst(12)) b"]
        let digits: [String] = [
            hexadecimal.joined(), hexadecimal.joined().uppercased(),
            "was "
                + hexadecimal.joined(separator: ":"),
            hexadecimal.dropFirst(9).joined(separator: " "),
        ]
        return plain + percents + spread + digits + encodings
    }

    /// The key within texts of any length before it, in the alphabets of base64.
    private static var encodings: [String] {
        ["", "k", "Authorization: Bearer ", "key=", "?>"].flatMap { text in
            let encoded = Data("\(text)\(key)\(text)".utf8).base64EncodedString()
            return [
                encoded, encoded.replacing("+", with: "-").replacing("/", with: "_"),
                encoded.replacing("=", with: ""),
            ]
        }
    }

    /// The parts that must not show: any in texts for people, long ones in words that data is
    /// judged by.
    private func expectClean(
        _ form: String, credentials: Credentials, parts: [String], longParts: [String]
    ) async throws {
        let encoded = String(decoding: try JSONEncoder().encode(form), as: UTF8.self)
        let errors = [
            "{\"result\":\"error\",\"code\":\"invalid_api_key\",\"message\":\(encoded)}",
            "{\"result\":\"error\",\"code\":\(encoded)}", "{\"error\":\(encoded)}",
        ]
        for body in errors {
            for status in [200, 401] {
                let error = try await failure(
                    from: ScriptedTransport(status: status, body: body), credentials: credentials)
                expectNone(of: parts, in: error)
            }
        }
        let mismatch = "{\"base\":\(encoded),\"rates\":{\"EUR\":1}}"
        expectNone(
            of: parts,
            in: try await failure(
                from: ScriptedTransport(body: mismatch), credentials: credentials))
        let body = """
            {"base":"USD","notice":\(encoded),"data_updated_at":\(encoded),
             "effective_at":{"EUR":"2026-06-16T14:02:41Z","GBP":\(encoded)},"rates":{"EUR":1}}
            """
        let words = """
            {"base":"USD","source":\(encoded),"market_session":\(encoded),
             "sources":{"EUR":\(encoded)},"timestamp":"2026-06-16T14:02:41Z","rates":{"EUR":1}}
            """
        expectNone(
            of: longParts,
            in: try await latest(from: ScriptedTransport(body: words), credentials: credentials))
        expectNone(
            of: parts,
            in: try await latest(from: ScriptedTransport(body: body), credentials: credentials))
    }

    private func expectNone(of parts: [String], in value: some Any) {
        var text = ""
        dump(value, to: &text)
        text += String(reflecting: value)
        let decoded = (text.removingPercentEncoding ?? text).lowercased()
        for part in parts {
            #expect(!text.lowercased().contains(part.lowercased()), "\(part) in \(text)")
            #expect(!decoded.contains(part.lowercased()), "\(part) in \(text)")
        }
        let letters = Self.lettersAndDigits(text)
        let unfolded = Self.unfolded(text)
        for part in parts where part.utf8.count >= 6 {
            let digits = part.utf8.map { String($0, radix: 16) }.joined()
            #expect(!letters.contains(digits), "\(part) in \(text)")
        }
        for secret in [Self.key, Self.password] {
            #expect(!letters.contains(Self.lettersAndDigits(secret)), "\(text)")
            #expect(!unfolded.contains(secret.lowercased()), "\(text)")
        }
    }

    private static func lettersAndDigits(_ text: String) -> String {
        text.filter { $0.isASCII && ($0.isLetter || $0.isNumber) }.lowercased()
    }

    /// What all runs of base64 in a text stand for, wherever they begin.
    private static func unfolded(_ text: String) -> String {
        let isCode = { (character: Character) in
            character.isASCII
                && (character.isLetter || character.isNumber || "+/-_".contains(character))
        }
        return text.split { !isCode($0) }.flatMap { run in
            let standard = run.replacing("-", with: "+").replacing("_", with: "/")
            return (0...3).map { offset -> String in
                let code = standard.dropFirst(offset)
                let whole = code.prefix(code.count / 4 * 4)
                return String(decoding: Data(base64Encoded: String(whole)) ?? Data(), as: UTF8.self)
            }
        }.joined(separator: "\n").lowercased()
    }

    @Test(arguments: bearerForms)
    func `no form of a key that the API echoes is in what is returned`(form: String) async throws {
        try await expectClean(
            form, credentials: .bearer(key: Self.key),
            parts: [Self.key, "AbCdEf", "012345", "456789", "6789"],
            longParts: [
                Self.key, String(Self.key.prefix(13)), String(Self.key.suffix(13)),
                Data(Self.key.utf8).base64EncodedString(),
            ])
    }

    @Test(arguments: basicForms)
    func `no form of a password that the API echoes is in what is returned`(form: String)
        async throws
    {
        try await expectClean(
            form, credentials: .basic(user: "ops", password: Self.password),
            parts: [
                Self.password, "tr0ub4", "~horse",
                Data(Self.password.utf8).base64EncodedString(),
                Data("ops:\(Self.password)".utf8).base64EncodedString(),
            ],
            longParts: [
                Self.password, Data(Self.password.utf8).base64EncodedString(),
                Data("ops:\(Self.password)".utf8).base64EncodedString(),
            ])
    }

    @Test(arguments: [
        (Credentials.basic(user: "prom", password: "my_daily_pw"), "ecb_daily", "weekend"),
        (.bearer(key: "live"), "live", "open"), (.bearer(key: "open"), "live", "open"),
        (.bearer(key: "exr_live_interbank_closed"), "live", "interbank_closed"),
        (.bearer(key: "ecb_daily"), "ecb_daily", "open"),
        (.basic(user: "fred_daily_reader", password: "p"), "fred_daily", "weekend"),
        (.basic(user: "ops", password: "bank_hourly_secret"), "bank_hourly", "bank_hours"),
        (.bearer(key: "exr_live_AbCdEf0123456789"), "my_exr_live_class", "23456789"),
    ])
    func `a class and a session are not lost to a likeness`(
        credentials: Credentials, source: String, session: String
    ) async throws {
        let body = """
            {"base":"USD","source":"\(source)","market_session":"\(session)",
             "sources":{"EUR":"\(source)"},"timestamp":"2026-06-16T14:02:41Z","rates":{"EUR":1}}
            """
        let latest = try await latest(
            from: ScriptedTransport(body: body), credentials: credentials)
        #expect(latest.source == source)
        #expect(latest.source(of: "EUR") == source)
        #expect(latest.marketSession == session)
    }

    @Test(arguments: ["forbidden", "my_forbidden_key", "quota_exceeded"])
    func `a known code is not lost to a likeness`(key: String) async throws {
        for code in ["forbidden", "quota_exceeded"] {
            let error = try await failure(
                from: ScriptedTransport(status: 403, body: "{\"code\":\"\(code)\"}"),
                credentials: .bearer(key: key))
            #expect(error.code == code)
        }
    }

    @Test func `a short secret is hidden where it stands whole in a class`() async throws {
        let body = """
            {"base":"USD","source":"a-pw-b","timestamp":"2026-06-16T14:02:41Z","rates":{"EUR":1}}
            """
        let latest = try await latest(
            from: ScriptedTransport(body: body),
            credentials: .basic(user: "ops", password: "pw"))
        #expect(latest.source == "<redacted>")
    }

    @Test func `common words are not taken for a key`() async throws {
        let body = """
            {"base":"USD","source":"live","market_session":"interbank_closed",
             "timestamp":"2026-06-16T14:02:41Z","rates":{"EUR":1}}
            """
        let latest = try await latest(
            from: ScriptedTransport(body: body), credentials: .bearer(key: Self.key))
        #expect(latest.source == "live")
        #expect(latest.marketSession == "interbank_closed")
    }

    @Test func `a message is one short line`() async throws {
        let message =
            "a\\r\\nb\\u0000\\u001b[31mc\\u2028d\\u202ee " + String(repeating: "👩‍👩‍👧", count: 500)
        let error = try await failure(
            from: ScriptedTransport(
                status: 503, body: "{\"result\":\"error\",\"message\":\"\(message)\"}"))
        #expect(error.message.contains("a b [31mc de"))
        #expect(error.message.count <= 300)
        #expect(
            error.message.unicodeScalars.allSatisfy {
                $0.value >= 0x20 && $0.value != 0x2028 && $0.value != 0x202E
            })
    }

    @Test(arguments: [
        ("live", "live"), ("", "unknown"), ("li\"ve\\\n", "li\"ve\\\n"),
        (String(repeating: "é", count: 100), String(repeating: "é", count: 64)),
        (String(repeating: "👩‍👩‍👧", count: 100), String(repeating: "👩‍👩‍👧", count: 14)),
        (
            "e" + String(repeating: "\u{301}", count: 5000),
            "e" + String(repeating: "\u{301}", count: 63)
        ),
        ("ab" + String(repeating: "\u{301}", count: 5000), "a"), (" \n", "unknown"),
        ("\u{200B}\u{202E}", "unknown"),
    ])
    func `a class is kept as sent, and cut by whole characters`(sent: String, kept: String)
        async throws
    {
        let encoded = String(decoding: try JSONEncoder().encode(sent), as: UTF8.self)
        let body = """
            {"base":"USD","source":\(encoded),"timestamp":"2026-06-16T14:02:41Z",
             "sources":{"EUR":\(encoded)},"rates":{"EUR":1}}
            """
        let latest = try await latest(fromBody: body)
        #expect(Array(latest.source.unicodeScalars) == Array(kept.unicodeScalars))
        // The class of a symbol is the reply's where its own is empty.
        #expect(latest.source(of: "EUR").unicodeScalars.elementsEqual(kept.unicodeScalars))
    }

    @Test(arguments: ["null", "7", "{}", "[]", "true"])
    func `a class of a wrong type is unknown`(value: String) async throws {
        let body = """
            {"base":"USD","source":\(value),"market_session":\(value),"sources":\(value),
             "effective_at":\(value),"notice":\(value),"timestamp":"2026-06-16T14:02:41Z",
             "rates":{"EUR":1}}
            """
        let latest = try await latest(fromBody: body)
        #expect(latest.source == "unknown")
        #expect(latest.marketSession == nil)
        #expect(latest.sources.isEmpty)
        #expect(latest.notice == nil)
    }
}
