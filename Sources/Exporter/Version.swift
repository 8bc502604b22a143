import CBuildInfo

/// What this build is.
enum Version {
    /// By semantic versioning; the changelog has the same.
    static let number = "0.1.0"

    /// The commit, as `EXPORTER_REVISION` named it while the package was built.
    static let revision = text(exporter_build_revision())

    /// The branch, as `EXPORTER_BRANCH` named it while the package was built.
    static let branch = text(exporter_build_branch())

    /// The compiler, as far as it tells: by its minor version.
    static var swift: String {
        #if compiler(>=6.5)
            "6.5 or later"
        #elseif compiler(>=6.4)
            "6.4"
        #elseif compiler(>=6.3)
            "6.3"
        #else
            "6.2"
        #endif
    }

    /// Operating system and processor, in Go's words as Prometheus prints them.
    static var platform: String {
        #if arch(x86_64)
            "linux/amd64"
        #elseif arch(arm64)
            "linux/arm64"
        #else
            "linux/other"
        #endif
    }

    /// What `--version` prints.
    static var text: String {
        """
        exchangerate-exporter, version \(number) (branch: \(branch), revision: \(revision))
          swift version:    \(swift)
          platform:         \(platform)

        """
    }

    /// What `--version --verbose` prints: the libraries too, as they are on this machine.
    static var verboseText: String {
        let libraries = LinkedLibrary.all.map { ($0.name, $0.version) }
        let entries = libraries + [("libcurl uses", text(exporter_curl_libraries()))]
        return text
            + entries.map { name, value in
                let head = "  \(name):"
                return head + String(repeating: " ", count: 20 - head.count) + value + "\n"
            }.joined()
    }

    private static func text(_ value: UnsafePointer<CChar>?) -> String {
        let text = value.map { String(cString: $0) } ?? ""
        return text.isEmpty ? "unknown" : text
    }
}
