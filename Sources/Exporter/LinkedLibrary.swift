import CBuildInfo

/// A library of Debian that the program is linked with.
struct LinkedLibrary: Sendable, Hashable {
    /// As its file is called, without the version.
    var name: String
    /// The version that the program runs with; nil where the library cannot tell.
    var running: String?
    /// The version that it was built with; nil where the headers cannot tell.
    var built: String?

    /// The version that runs, and that of the build where it is another.
    var version: String {
        switch (running, built) {
        case (let running?, let built?) where running != built:
            "\(running), built with \(built)"
        case (let running?, _): running
        case (nil, let built?): "built with \(built)"
        case (nil, nil): "unknown"
        }
    }

    /// All of them, in the order of their names.
    static var all: [LinkedLibrary] {
        var libraries: [LinkedLibrary] = []
        while let library = LinkedLibrary(exporter_library(libraries.count)) {
            libraries.append(library)
        }
        return libraries
    }

    private init?(_ library: exporter_library) {
        guard let name = library.name else { return nil }
        self.name = String(cString: name)
        running = library.running.map { String(cString: $0) }
        built = library.built.map { String(cString: $0) }
    }
}
