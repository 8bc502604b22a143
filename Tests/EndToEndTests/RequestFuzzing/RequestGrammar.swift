import TestKit

/// Makes requests by the grammar of HTTP, and by what comes close to it.
struct RequestGrammar {
    private var generator: SeededGenerator
    /// The value of `Authorization` that is let in; nil where none is needed.
    private let login: String?

    /// Makes the same requests for the same seed.
    init(seed: UInt64, login: String?) {
        generator = SeededGenerator(seed: seed)
        self.login = login
    }

    /// What one client sends.
    mutating func input() -> FuzzInput {
        if chance(1, of: 6) { return orderly() }
        var bytes: [UInt8] = []
        for _ in 0..<Int.random(in: 1...4, using: &generator) { bytes += request() }
        if chance(1, of: 2) { damage(&bytes) }
        return FuzzInput(
            parts: cut(bytes), ending: pick([.reads, .reads, .closesItsSide, .resets]),
            expected: nil)
    }

    /// Good requests, one behind the other, whose answers are known.
    private mutating func orderly() -> FuzzInput {
        let known: [(line: String, status: Int)] = [
            ("GET /-/healthy", 200), ("HEAD /-/healthy", 200), ("GET /", 200), ("HEAD /", 200),
            ("GET /api/v1/alerts", 200), ("GET /v1/latest/USD?symbols=EUR", 200),
            ("GET /v1/latest/usd", 400), ("GET /v1/latest?base=CHF", 404),
            ("GET http://h/-/healthy", 200),
        ]
        var bytes: [UInt8] = []
        var expected: [FuzzInput.Expected] = []
        for _ in 0..<Int.random(in: 1...5, using: &generator) {
            let (line, status) = pick(known)
            bytes += Array("\(line) HTTP/1.1\r\nHost: h\r\n\(loginField)\r\n".utf8)
            expected.append(
                FuzzInput.Expected(method: line.hasPrefix("HEAD") ? "HEAD" : "GET", status: status))
        }
        if chance(1, of: 3) {
            // Ends the connection, so that it stands last.
            let (line, status) = pick([("GET /nowhere", 404), ("PUT /metrics", 405)])
            bytes += Array("\(line) HTTP/1.1\r\nHost: h\r\n\(loginField)\r\n".utf8)
            expected.append(FuzzInput.Expected(method: "GET", status: status))
        }
        return FuzzInput(
            parts: cut(bytes), ending: pick([.reads, .closesItsSide]), expected: expected)
    }

    private mutating func request() -> [UInt8] {
        let end = lineEnd()
        var bytes = Array("\(method()) ".utf8) + target() + Array(" \(version())".utf8)
        bytes += Array(end.utf8)
        for field in fields() { bytes += Array(field.utf8) + Array(lineEnd().utf8) }
        return bytes + Array(end.utf8) + body()
    }

    private mutating func method() -> String {
        guard chance(1, of: 3) else { return "GET" }
        return pick([
            "HEAD", "HEAD", "POST", "PUT", "DELETE", "OPTIONS", "PATCH", "TRACE", "CONNECT", "get",
            "", "G(T", "PRI", String(repeating: "M", count: 9000), "GET\u{0}", "GÉT",
        ])
    }

    private mutating func target() -> [UInt8] {
        let paths = [
            "/", "/metrics", "/-/healthy", "/-/ready", "/-/reload", "/api/v1/alerts", "/v1/latest",
            "/v1/latest/USD", "/nowhere",
        ]
        var target = Array(pick(paths).utf8)
        guard chance(1, of: 2) else { return target }
        switch Int.random(in: 0..<12, using: &generator) {
        case 0: target += Array("?symbols=%45UR,%zz,%&base=%00%ff&&=&a=b=c".utf8)
        case 1: target += Array(("?" + String(repeating: "a&", count: number(900))).utf8)
        case 2: target += Array("?q=".utf8) + noise(number(3000))
        case 3: target = Array("http://other:99".utf8) + target
        case 4:
            target = Array(pick(["https://", "HTTP://x", "ftp://x/", "http:", "//"]).utf8) + target
        case 5: target = Array(pick(["*", "h:443", "", "metrics", "?", "#", "/#/metrics"]).utf8)
        case 6: target += Array(pick(["%00", "%2e%2e/", "/../metrics", "%", "%4", "/%6d"]).utf8)
        case 7: target += noise(number(20))
        case 8: target += Array(repeating: UInt8(ascii: "x"), count: number(40_000))
        case 9: target += Array(pick([" ", "\t", " /x", "\u{0}", "\u{7f}", "é"]).utf8)
        case 10: target += Array("/EUR/../USD?symbols=".utf8) + noise(number(60))
        default: target = Array(repeating: UInt8(ascii: "/"), count: number(2000)) + target
        }
        return target
    }

    private mutating func version() -> String {
        guard chance(1, of: 6) else { return "HTTP/1.1" }
        return pick([
            "HTTP/1.0", "HTTP/1.0", "HTTP/0.9", "HTTP/2.0", "HTTP/1.2", "HTTP/9.9", "HTTP/1.1 ",
            "http/1.1", "", "HTTP/11", "HTTP/1.1\u{0}", "HTTP/1.18446744073709551617", " HTTP/1.1",
        ])
    }

    private mutating func lineEnd() -> String {
        chance(1, of: 40) ? pick(["\n", "\r", "\n\r", "", "\r\r\n", " \r\n"]) : "\r\n"
    }

    private mutating func fields() -> [String] {
        var fields =
            chance(1, of: 12) ? pick([[], ["Host: a", "Host: b"], ["Host:"]]) : ["Host: h"]
        if let login, chance(2, of: 3) { fields.append("Authorization: \(login)") }
        for _ in 0..<Int.random(in: 0...3, using: &generator) { fields.append(field()) }
        return fields
    }

    private mutating func field() -> String {
        let many = String(repeating: "a=b; ", count: number(600))
        let long = String(repeating: "x", count: number(40_000))
        return pick([
            "Accept: \(text(40))",
            "Accept: application/openmetrics-text;version=1.0.0;q=0.\(text(3))",
            "Accept: \(String(repeating: ",;q=\"", count: number(1500)))",
            "Accept-Encoding: gzip", "Accept-Encoding: gzip;q=\(text(5)), *;q=0",
            "Authorization: Basic \(text(30))", "Authorization: Bearer x",
            "Authorization: Basic dTpw",
            "Connection: close", "Connection: keep-alive, upgrade", "Connection: \(text(20))",
            "Content-Length: \(number(9))", "Content-Length: 18446744073709551616",
            "Content-Length: -1", "Content-Length: 5, 5", "Content-Length: 0x5", "Content-Length:",
            "Content-Length: 5\r\n 7", "Content-Length: 0\r\nContent-Length: 5",
            "Transfer-Encoding: chunked", "Transfer-Encoding: xchunked",
            "Transfer-Encoding: chunked, identity",
            "Transfer-Encoding: chunked\r\nContent-Length: 3",
            "Transfer-Encoding : chunked", "Transfer-Encoding:\u{b}chunked", "TE: trailers",
            "Expect: 100-continue", "Expect: \(text(10))", "Cookie: \(many)", "X: \(long)",
            "Upgrade: h2c", "Range: bytes=0-\(text(4))", "If-None-Match: \"\(text(30))",
            "If-None-Match: *", "If-Modified-Since: \(text(20))", " folded", ": nameless",
            "no colon",
            "\(text(12)): \(text(12))", "X\u{0}Y: z", "X: \u{0}\u{1}\u{7f}", "Ü: ü", "X: \rY",
            String(repeating: "X: y\r\n", count: number(400)) + "Z: z",
            "Host: \(text(20))",
        ])
    }

    private mutating func body() -> [UInt8] {
        guard chance(1, of: 4) else { return [] }
        return Array(
            pick([
                "hello", "5\r\nhello\r\n0\r\n\r\n", "5\r\nhel", "ffffffffffffffff\r\nx",
                "-1\r\nx\r\n0\r\n\r\n", "5;ext=\"\r\n\"\r\nhello\r\n0\r\nTrailer: x\r\n\r\n",
                "0\r\n", "\r\n\r\n", "zz\r\n\r\n", String(repeating: "b", count: number(70_000)),
            ]).utf8)
    }

    /// Changes bytes here and there, without regard to what they mean.
    private mutating func damage(_ bytes: inout [UInt8]) {
        for _ in 0..<Int.random(in: 1...6, using: &generator) {
            guard !bytes.isEmpty else { return }
            let place = Int.random(in: 0..<bytes.count, using: &generator)
            let end = min(bytes.count, place + number(30) + 1)
            switch Int.random(in: 0..<7, using: &generator) {
            case 0: bytes[place] = UInt8.random(in: 0...255, using: &generator)
            case 1: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
            case 2: bytes.removeSubrange(place..<end)
            case 3: bytes.insert(contentsOf: bytes[place..<end], at: place)
            case 4: bytes.insert(pick([0, 10, 13, 32, 58, 255]), at: place)
            case 5: bytes.insert(contentsOf: noise(number(40)), at: place)
            default: bytes.removeSubrange(place...)
            }
        }
    }

    private mutating func cut(_ bytes: [UInt8]) -> [[UInt8]] {
        var parts: [[UInt8]] = []
        var rest = bytes[...]
        while parts.count < 4, chance(2, of: 5), rest.count > 1 {
            let count = Int.random(in: 1..<rest.count, using: &generator)
            parts.append(Array(rest.prefix(count)))
            rest = rest.dropFirst(count)
        }
        return parts + [Array(rest)]
    }

    private var loginField: String { login.map { "Authorization: \($0)\r\n" } ?? "" }

    private mutating func chance(_ count: Int, of total: Int) -> Bool {
        Int.random(in: 0..<total, using: &generator) < count
    }

    /// A number up to a limit, small ones as often as large ones.
    private mutating func number(_ limit: Int) -> Int {
        let scale = Double.random(in: 0...1, using: &generator)
        return Int(Double(limit) * scale * scale * scale)
    }

    private mutating func noise(_ count: Int) -> [UInt8] {
        (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }
    }

    /// Printable characters.
    private mutating func text(_ limit: Int) -> String {
        String(
            decoding: (0..<number(limit)).map { _ in
                UInt8.random(in: 0x20...0x7E, using: &generator)
            }, as: UTF8.self)
    }

    private mutating func pick<Element>(_ choices: [Element]) -> Element {
        choices[Int.random(in: 0..<choices.count, using: &generator)]
    }
}
