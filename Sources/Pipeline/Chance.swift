/// What the pipeline draws at random.
public struct Chance: Sendable {
    /// Draws a number from 0 to 1.
    public var jitter: @Sendable () -> Double
    /// Draws the id of a notification: never the same twice, and without a `.`.
    public var id: @Sendable () -> String

    /// Makes a source of chance.
    public init(
        jitter: @escaping @Sendable () -> Double, id: @escaping @Sendable () -> String
    ) {
        self.jitter = jitter
        self.id = id
    }
}
