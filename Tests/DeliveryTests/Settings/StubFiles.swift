import Domain

@testable import Delivery

/// Files by their path, as the settings of receivers read them; others do not exist.
struct StubFiles: ReceiverFiles {
    var texts: [String: String] = [:]

    func secret(in path: String) throws(ReceiverFileError) -> Secret? {
        try check(path)
        return texts[path].flatMap { $0.isEmpty ? nil : Secret($0) }
    }

    func contents(of path: String) throws(ReceiverFileError) -> [UInt8] {
        try check(path)
        return Array((texts[path] ?? "").utf8)
    }

    func check(_ path: String) throws(ReceiverFileError) {
        guard texts[path] != nil else { throw ReceiverFileError(reason: "does not exist") }
    }
}
