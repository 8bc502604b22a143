import Foundation

/// What the tests of the storage draw from: the variable `STORAGE_SEED`, or chance.
enum StorageSeed {
    static let value: UInt64 = {
        let text = ProcessInfo.processInfo.environment["STORAGE_SEED"]
        let value = text.flatMap { UInt64($0) } ?? .random(in: 0...UInt64(UInt32.max))
        print("storage tests: STORAGE_SEED=\(value)")
        return value
    }()

    /// What a failure says, so that the same can be drawn again.
    static var hint: String { "STORAGE_SEED=\(value)" }
}
