import Foundation
import Testing

/// The scripts of the house: of CI, of the tests and of the package.
struct ScriptTests {
    @Test func `shellcheck has nothing to say against a script`() async throws {
        let scripts = try [".ci", "Tests", "packaging"].flatMap { folder in
            let folder = ArchitectureTests.root.appending(path: folder)
            return try FileManager.default.subpathsOfDirectory(atPath: folder.path)
                .map { folder.appending(path: $0) }
        }.filter { file in
            let text = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
            return text.hasPrefix("#!/bin/bash\n") || text.hasPrefix("#!/bin/sh\n")
        }
        #expect(scripts.count > 12)
        let check = try await PackagingFolder.run(
            program: "/usr/bin/shellcheck", scripts.map(\.path))
        #expect(check.status == 0, "\(check.output)")
    }
}
