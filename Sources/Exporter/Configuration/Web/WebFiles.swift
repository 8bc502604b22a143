import ConfigTree

/// The files that a web configuration names, and what was read of them.
struct WebFiles {
    /// Where relative paths start; ends in a slash or is empty.
    let folder: String
    let lengthLimit: Int
    /// By path.
    var contents: [String: [UInt8]] = [:]

    init(folder: String, lengthLimit: Int) {
        self.folder = folder
        self.lengthLimit = lengthLimit
    }

    /// Reads the file of a key; nil where there is none, and where it cannot be read, which is
    /// recorded.
    mutating func read(_ key: String, of reader: MapReader) -> [UInt8]? {
        guard let path = path(key, of: reader) else { return nil }
        do throws(FileError) {
            let bytes = try FileContents.read(path, limit: lengthLimit)
            contents[path] = bytes
            return bytes
        } catch {
            reader.reject(key, "\(path) \(error)")
            return nil
        }
    }

    /// The path that a key has, from the root or from where the program runs.
    func path(_ key: String, of reader: MapReader) -> String? {
        guard let path = reader.text(key, allowed: "the path of a file") else { return nil }
        return path.hasPrefix("/") ? path : folder + path
    }
}
