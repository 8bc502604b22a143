extension Fault {
    /// The fault's place in the catalogue.
    public var kind: FaultKind {
        switch self {
        case .limit: .limit
        case .error: .error
        case .page: .page
        case .redirect: .redirect
        case .garbage: .garbage
        case .empty: .empty
        case .emptyObject: .emptyObject
        case .gzipBomb: .gzipBomb
        case .frozen: .frozen
        case .older: .older
        case .future: .future
        case .stamp: .stamp
        case .missing: .missing
        case .extra: .extra
        case .number: .number
        case .base: .base
        case .source: .source
        case .huge: .huge
        case .slow: .slow
        case .hang: .hang
        case .drip: .drip
        case .reset: .reset
        case .cut: .cut
        }
    }
}
