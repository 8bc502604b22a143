/// A reader of outside bytes, as libFuzzer and the suite feed it.
///
/// It may refuse whatever it likes. It must not end the process, and it keeps what it promises.
public protocol FuzzReader: SendableMetatype {
    /// What it is chosen by, and the folder of its inputs under `Tests/Fuzz/Corpus`.
    static var name: String { get }

    /// Words that libFuzzer puts into inputs as they are.
    static var words: [String] { get }

    /// Inputs to begin with beside those of its folder, made of what is in the tree anyway.
    static func seeds() throws -> [[UInt8]]

    /// Reads an input, and throws where a promise is broken.
    static func read(_ bytes: [UInt8]) async throws(BrokenPromise)
}

extension FuzzReader {
    public static var words: [String] { [] }

    public static func seeds() throws -> [[UInt8]] { [] }

    /// Throws where a claim does not hold.
    static func hold(
        _ claim: Bool, _ message: @autoclosure () -> String
    ) throws(BrokenPromise) {
        guard claim else { throw BrokenPromise(message()) }
    }
}

/// A promise that a reader has broken.
public struct BrokenPromise: Error, CustomStringConvertible {
    public let description: String

    init(_ description: String) {
        self.description = description
    }
}
