/// What a parameter of a statement can be.
enum SQLValue: Sendable, Hashable {
    case null
    case integer(Int64)
    case text(String)
    case blob([UInt8])

    init(_ value: Int64?) {
        self = value.map { .integer($0) } ?? .null
    }

    init(_ value: String?) {
        self = value.map { .text($0) } ?? .null
    }

    init(_ value: Int) {
        self = .integer(Int64(value))
    }

    init(_ value: Bool) {
        self = .integer(value ? 1 : 0)
    }
}
