import Crypto
import Testing

@testable import Serving

struct BasicAuthenticationTests {
    private let authentication: BasicAuthentication

    init() throws {
        authentication = try BasicAuthentication(users: ["ada": try .hunter2])
    }

    private func credentials(_ user: String, _ password: String) -> BasicCredentials {
        BasicCredentials(user: user, password: Array(password.utf8))
    }

    /// Computes what is not known, as the queue does.
    private func compute(_ user: String, _ password: String) throws -> Bool {
        guard case .unknown(let check) = authentication.knowledge(of: credentials(user, password))
        else { throw TestFailure.known }
        let isRight = check.run()
        authentication.note(isRight, of: check)
        return isRight
    }

    private enum TestFailure: Error { case known }

    private func isRight(_ user: String, _ password: String) -> Bool? {
        switch authentication.knowledge(of: credentials(user, password)) {
        case .right: true
        case .wrong: false
        case .unknown: nil
        }
    }

    @Test func `a password is computed once, right or wrong`() throws {
        #expect(isRight("ada", "hunter2") == nil)
        #expect(try compute("ada", "hunter2"))
        #expect(isRight("ada", "hunter2") == true)
        #expect(try !compute("ada", "hunter3"))
        #expect(isRight("ada", "hunter3") == false)
        #expect(isRight("ada", "hunter2") == true)
    }

    @Test func `a right password is nobody else's`() throws {
        #expect(try compute("ada", "hunter2"))
        #expect(try !compute("Ada", "hunter2"))
        #expect(try !compute("", "hunter2"))
        #expect(isRight("ad", "ahunter2") == nil)
    }

    @Test func `a stranger costs as much as the most costly user, and is never let in`() throws {
        let users = ["ada": try BcryptHash.hunter2, "bob": BcryptHash.unmatched(cost: 6)]
        let authentication = try BasicAuthentication(users: users)
        guard
            case .unknown(let check) = authentication.knowledge(of: credentials("eve", "hunter2"))
        else { throw TestFailure.known }
        #expect(check.hash.cost == 6)
        #expect(!check.run())
    }

    @Test func `wrong passwords push out no right one, and are bounded`() throws {
        #expect(try compute("ada", "hunter2"))
        for index in 0..<1000 {
            guard
                case .unknown(let check) = authentication.knowledge(
                    of: credentials("ada", "wrong \(index)"))
            else { throw TestFailure.known }
            authentication.note(false, of: check)
        }
        #expect(isRight("ada", "hunter2") == true)
        #expect(isRight("ada", "wrong 0") == nil)
        #expect(isRight("ada", "wrong 743") == nil)
        #expect(isRight("ada", "wrong 744") == false)
        #expect(isRight("ada", "wrong 999") == false)
    }

    @Test func `a password stays known while users change, as long as its hash does not`() throws {
        #expect(try compute("ada", "hunter2"))
        #expect(try !compute("bob", "hunter2"))
        func result(
            _ users: [String: BcryptHash], _ user: String, after former: BasicAuthentication
        ) throws -> (isRight: Bool?, successor: BasicAuthentication) {
            let successor = try BasicAuthentication(users: users).succeeding(former)
            switch successor.knowledge(of: credentials(user, "hunter2")) {
            case .right: return (true, successor)
            case .wrong: return (false, successor)
            case .unknown: return (nil, successor)
            }
        }
        let more = ["ada": try BcryptHash.hunter2, "bob": try .hunter2]
        let (ada, second) = try result(more, "ada", after: authentication)
        #expect(ada == true)
        #expect(try result(more, "bob", after: authentication).isRight == nil)
        let (changed, third) = try result(["ada": .unmatched(cost: 5)], "ada", after: second)
        #expect(changed == nil)
        #expect(try result(["bob": .hunter2], "ada", after: third).isRight != true)
        #expect(try result(more, "ada", after: third).isRight == true)
    }

    @Test func `what is kept tells no password`() throws {
        #expect(try compute("ada", "hunter2"))
        var text = ""
        dump(authentication, to: &text)
        #expect(!text.contains("hunter2"))
    }
}

extension BcryptHash {
    /// Of the password `hunter2`, as cheap as there is.
    static var hunter2: BcryptHash {
        get throws {
            try BcryptHash(
                parsing: "$2y$04$abcdefghijklmnopqrstuuV3duMsC0HpUex6N9qapiuOHHWkwRXVm")
        }
    }
}
