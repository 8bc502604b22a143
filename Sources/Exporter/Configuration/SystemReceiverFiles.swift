import Delivery
import Domain

/// The files that receivers name, read from the disk.
struct SystemReceiverFiles: ReceiverFiles {
    /// Takes note of files that cannot be read; nil where each of them is an error.
    var absent: AbsentFiles?

    func secret(in path: String) throws(ReceiverFileError) -> Secret? {
        do throws(SecretError) {
            return try SecretText.read(file: path)
        } catch {
            throw ReceiverFileError(reason: error.description)
        }
    }

    func contents(of path: String) throws(ReceiverFileError) -> [UInt8] {
        do throws(FileError) {
            return try FileContents.read(path, limit: SecretText.lengthLimit)
        } catch {
            throw ReceiverFileError(reason: error.description)
        }
    }

    func check(_ path: String) throws(ReceiverFileError) {
        do throws(FileError) {
            try FileContents.checkCertificates(path)
        } catch {
            guard let absent else { throw ReceiverFileError(reason: error.description) }
            absent.note(path, error.description)
        }
    }

    func substitute(
        for content: ReceiverFileContent, in path: String, because error: ReceiverFileError
    ) -> Secret? {
        guard let absent else { return nil }
        absent.note(path, error.reason)
        switch content {
        case .url: return Secret("https://absent.invalid")
        // 24 bytes, the fewest that a secret has.
        case .signingSecret: return Secret("whsec_" + String(repeating: "A", count: 32))
        case .routingKey: return Secret(String(repeating: "0", count: 32))
        }
    }
}
