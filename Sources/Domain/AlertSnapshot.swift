/// What a page shows of one alert; an inactive one is among them.
public struct AlertSnapshot: Sendable, Hashable {
    public var key: AlertKey
    /// Nil while inactive.
    public var state: AlertState?

    /// Makes a snapshot.
    public init(key: AlertKey, state: AlertState?) {
        self.key = key
        self.state = state
    }
}
