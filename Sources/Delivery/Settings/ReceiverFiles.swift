public import Domain

/// The files that the settings of receivers name, as the program reads them.
public protocol ReceiverFiles {
    /// The secret in a file, without the blanks and line ends around it; nil where it is blank.
    func secret(in path: String) throws(ReceiverFileError) -> Secret?

    /// The bytes of a small file.
    func contents(of path: String) throws(ReceiverFileError) -> [UInt8]

    /// Throws where a file cannot be read.
    func check(_ path: String) throws(ReceiverFileError)

    /// What is taken in the place of a secret whose file cannot be read; nil: that is an error.
    func substitute(
        for content: ReceiverFileContent, in path: String, because error: ReceiverFileError
    ) -> Secret?
}

extension ReceiverFiles {
    public func substitute(
        for content: ReceiverFileContent, in path: String, because error: ReceiverFileError
    ) -> Secret? { nil }
}

/// What a file that the settings of receivers name may hold.
public enum ReceiverFileContent: Sendable, Hashable {
    case url
    case signingSecret
    case routingKey
}

/// Why a file cannot be taken.
public struct ReceiverFileError: Error, Sendable, Hashable {
    /// Continues a sentence that begins with the file: `does not exist`; holds nothing of it.
    public var reason: String

    /// Makes an error.
    public init(reason: String) {
        self.reason = reason
    }
}
