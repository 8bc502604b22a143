import Foundation

/// What a test draws from: the number in a variable of the environment, or one that is drawn.
///
/// Who makes one prints it, so that every run can be repeated.
public struct DrawnSeed: Sendable, CustomStringConvertible {
    /// A variable that holds no number.
    struct NoNumber: Error, CustomStringConvertible {
        let description: String
    }

    public let value: UInt64
    /// What repeats the draws: `CLOCK_SEED=42`.
    public let description: String

    /// Reads a variable, or draws.
    public init(_ variable: String) throws {
        value =
            if let text = ProcessInfo.processInfo.environment[variable] {
                try Self.number(text, in: variable)
            } else {
                .random(in: 0...UInt64(UInt32.max))
            }
        description = "\(variable)=\(value)"
    }

    /// A generator that begins with it.
    public var generator: SeededGenerator { SeededGenerator(seed: value) }

    private static func number(_ text: String, in variable: String) throws -> UInt64 {
        guard let number = UInt64(text) else {
            throw NoNumber(description: "\(variable) is no number: \(text)")
        }
        return number
    }
}
