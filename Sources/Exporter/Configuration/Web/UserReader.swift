import ConfigTree
import Crypto

/// Reads `basic_auth_users`; what is wrong is recorded, without a hash or a password of it.
enum UserReader {
    private static let allowed = "a map of users, each with the bcrypt hash of a password"
    private static let cure = "`htpasswd -nBC 10 USER` makes one"

    /// The users and the hashes of their passwords.
    static func users(reading root: MapReader) -> [String: BcryptHash] {
        guard let entries = root.value("basic_auth_users")?.secrets(allowed: allowed) else {
            return [:]
        }
        var users: [String: BcryptHash] = [:]
        for entry in entries {
            // Without a value, the name may be what was meant as one.
            guard !entry.isBlank else {
                entry.rejectName("has no hash; write one after a colon and a blank: \(cure)")
                continue
            }
            guard isName(entry.name) else {
                entry.rejectName(
                    "is no name of a user; a colon and control characters cannot be in one")
                continue
            }
            guard entry.showName() else { continue }
            users[entry.name] = hash(entry.value)
        }
        return users
    }

    private static func hash(_ value: ValueReader) -> BcryptHash? {
        guard let text = value.secret(allowed: "the bcrypt hash of a password") else { return nil }
        do throws(BcryptHash.ParseError) {
            return try BcryptHash(parsing: text)
        } catch {
            switch error {
            case .malformed:
                value.reject(
                    "found no bcrypt hash, which begins with $2a$, $2b$ or $2y$; \(cure)")
            case .tooCostly(let cost):
                value.reject(
                    "found a hash of cost \(cost), which takes too long; allowed are "
                        + "\(BcryptHash.costs.lowerBound) to \(BcryptHash.costs.upperBound), "
                        + "and 10 is usual")
            }
            return nil
        }
    }

    /// Whether a user can have the name, by RFC 7617, 2.
    private static func isName(_ text: String) -> Bool {
        !text.isEmpty && !text.contains(":")
            && text.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
    }
}
