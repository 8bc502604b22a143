import Delivery
import Domain

/// The files that receivers name, read from the disk.
struct SystemReceiverFiles: ReceiverFiles {
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
            throw ReceiverFileError(reason: error.description)
        }
    }
}
