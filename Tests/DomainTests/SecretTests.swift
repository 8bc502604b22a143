import Domain
import Testing

@Suite struct SecretTests {
    /// What settings look like that hold a secret.
    struct Holder {
        var name = "oncall"
        var secret: Secret
        var optional: Secret?
        var list: [Secret]
        var byName: [String: Secret]
    }

    /// An error that carries one along.
    struct Failure: Error {
        var secret: Secret
    }

    static let value = "exr_live_0123456789abcdef"
    static let secret = Secret(value)
    static let holder = Holder(
        secret: secret, optional: secret, list: [secret], byName: ["key": secret])

    static func printed(_ value: Any) -> String {
        var text = ""
        print(value, to: &text)
        return text
    }

    static func debugPrinted(_ value: Any) -> String {
        var text = ""
        debugPrint(value, to: &text)
        return text
    }

    static func dumped(_ value: Any) -> String {
        var text = ""
        dump(value, to: &text)
        return text
    }

    /// All that reflection finds, to any depth.
    static func reflected(_ value: Any) -> String {
        Mirror(reflecting: value).children
            .map { "\($0.label ?? "") \($0.value) \(reflected($0.value))" }.joined(separator: "\n")
    }

    static let ways: [(name: String, text: @Sendable (Any) -> String)] = [
        ("print", { printed($0) }), ("debugPrint", { debugPrinted($0) }), ("dump", { dumped($0) }),
        ("description", { String(describing: $0) }), ("reflection", { String(reflecting: $0) }),
        ("interpolation", { "\($0)" }), ("Mirror", { reflected($0) }),
    ]

    @Test(arguments: ways.map(\.name))
    func `no way of printing shows a secret, or what holds one`(_ name: String) throws {
        let way = try #require(Self.ways.first { $0.name == name })
        for subject: Any in [
            Self.secret, Optional(Self.secret) as Any, [Self.secret], (1, Self.secret),
            Self.holder, Failure(secret: Self.secret),
            Result<Int, Failure>.failure(Failure(secret: Self.secret)),
        ] {
            #expect(!way.text(subject).contains("exr_live"))
        }
        if name != "Mirror" { #expect(way.text(Self.secret).contains("<redacted>")) }
        // The search itself works: a plain text is found.
        #expect(way.text([Self.value]).contains("exr_live"))
    }

    @Test func `revealing gives the text`() {
        #expect(Self.secret.reveal() == Self.value)
    }

    @Test func `secrets are equal by their text`() {
        #expect(Self.secret == Secret(Self.value))
        #expect(Self.secret != Secret(Self.value + "0"))
    }
}
