/// The text of a configuration, and what a reload must know of where it came from.
struct ConfigurationText: Sendable {
    private static let lengthLimit = 2 << 20

    let bytes: [UInt8]
    let origin: Origin

    /// Where a text came from.
    struct Origin: Sendable, Hashable {
        let kind: FileKind
        /// Whether there was nothing in it, which stands for the defaults.
        let isEmpty: Bool
    }

    /// Why a file was not read, or why its text may not take the place of another.
    enum Failure: Error, Hashable, CustomStringConvertible {
        case file(FileError)
        /// The one before came from a pipe or a device.
        case readOnce(FileKind)
        /// Nothing is in it, and there was something in the one before.
        case emptied

        var description: String {
            switch self {
            case .file(let error): error.description
            case .readOnce(.pipe):
                "is a pipe, which can be read once; "
                    + "to read settings again, restart, or start with a regular file"
            case .readOnce(.device), .readOnce(.regular):
                "is a device, which is read at the start alone; "
                    + "to read settings again, restart, or start with a regular file"
            case .emptied: "is empty; to go back to the defaults, write {} into it"
            }
        }
    }

    /// Reads a file.
    ///
    /// - Parameter former: where the text in force came from, for a reload. It takes regular files
    ///   alone, and no empty one in the place of another: an editor empties a file before it
    ///   writes it.
    static func read(
        _ file: String, replacing former: Origin?
    ) throws(Failure) -> ConfigurationText {
        if let former, former.kind != .regular { throw .readOnce(former.kind) }
        let bytes: [UInt8]
        let kind: FileKind
        do throws(FileError) {
            (bytes, kind) =
                former == nil
                ? try FileContents.readToEnd(file, limit: lengthLimit)
                : (try FileContents.read(file, limit: lengthLimit), .regular)
        } catch {
            throw .file(error)
        }
        let isEmpty = bytes.allSatisfy { [0x09, 0x0A, 0x0D, 0x20].contains($0) }
        if let former, isEmpty, !former.isEmpty { throw .emptied }
        return ConfigurationText(bytes: bytes, origin: Origin(kind: kind, isEmpty: isEmpty))
    }
}
