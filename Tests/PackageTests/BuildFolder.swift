import Foundation

/// A temporary folder that stands for what `make build` leaves, with a small program in it.
final class BuildFolder {
    let url: URL

    var path: String { url.path }

    /// Makes the folder; without a program it is empty.
    init(program: String?) throws {
        url = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        if let program {
            try FileManager.default.copyItem(
                at: URL(filePath: program).resolvingSymlinksInPath(),
                to: url.appending(path: "exchangerate-exporter"))
        }
    }

    deinit {
        try? FileManager.default.removeItem(at: url)
    }
}
