public import ExchangeRate

/// One alert: its name and its subject.
public struct AlertKey: Sendable, Hashable, Comparable {
    public var name: AlertName
    /// Nil for alerts of the account.
    public var base: CurrencyCode?

    /// Makes a key.
    public init(name: AlertName, base: CurrencyCode? = nil) {
        self.name = name
        self.base = base
    }

    public static func < (left: Self, right: Self) -> Bool {
        (left.name, left.base?.text ?? "") < (right.name, right.base?.text ?? "")
    }
}
