import Delivery
import Domain

/// The files that receivers name, read from the disk.
struct SystemReceiverFiles: ReceiverFiles {
    /// The longest file of authorities.
    private static let authorityLimit = 4 << 20

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
            _ = try FileContents.read(path, limit: Self.authorityLimit)
        } catch {
            throw ReceiverFileError(reason: error.description)
        }
    }
}
