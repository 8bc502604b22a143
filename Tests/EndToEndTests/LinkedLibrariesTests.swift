import Foundation
import TestKit
import Testing

/// What `--version --verbose` says of the libraries of Debian, against Debian's own word.
struct LinkedLibrariesTests {
    /// A library by the name of its file, and by that which pkg-config(1) has for it.
    private static let packages: KeyValuePairs = [
        "libcrypt": "libxcrypt", "libcurl": "libcurl", "libgnutls": "gnutls",
        "libmicrohttpd": "libmicrohttpd", "libsqlite3": "sqlite3", "libyaml": "yaml-0.1",
        "libz": "zlib",
    ]

    /// What the toolchain brings, and the parts of the C library beside `libc`.
    private static let runtime = [
        "libswift", "libFoundation", "lib_Foundation", "libdispatch", "libBlocksRuntime", "libm.",
        "ld-linux",
    ]

    @Test(arguments: packages.map { ($0.key, $0.value) })
    func `a library has the version that is installed`(name: String, package: String) async throws {
        let installed = try await output("pkg-config", "--modversion", package)
            .trimmingCharacters(in: .whitespacesAndNewlines)
        let told = try await versions()[name]
        // libxcrypt cannot be asked, and GnuTLS's headers and pkg-config(1) leave a last zero out.
        #expect(told == installed || told == "built with \(installed)", "\(told ?? "nothing")")
    }

    @Test(.enabled(if: !Sanitizer.isPresent, "a sanitizer brings libraries of its own"))
    func `every library that the program names is told`() async throws {
        let text = try await output(
            "readelf", "--dynamic", Built.path(of: "exchangerate-exporter"))
        let needed = text.matches(of: /\(NEEDED\).*\[([A-Za-z0-9_+-]+?)(-[0-9.]+)?\.so/).map {
            String($0.1)
        }
        let ours = needed.filter { name in
            !Self.runtime.contains { "\(name).".hasPrefix($0) }
        }
        try #require(ours.count >= Self.packages.count, "\(needed)")
        let told = try await versions()
        for name in ours { #expect(told[name] != nil, "\(name)") }
    }

    @Test func `what libcurl stands on is told, its TLS among it`() async throws {
        let curl = try #require(await versions()["libcurl uses"])
        #expect(curl.hasPrefix("libcurl/"))
        #expect(curl.contains("OpenSSL/") || curl.contains("GnuTLS/"), "\(curl)")
    }

    private func versions() async throws -> [String: String] {
        let text = try await output(
            Built.path(of: "exchangerate-exporter"), "--version", "--verbose")
        let entries = text.split(separator: "\n").dropFirst().compactMap { line in
            let parts = line.split(separator: ":", maxSplits: 1)
            return parts.count == 2 ? parts.map { $0.trimmingCharacters(in: .whitespaces) } : nil
        }
        return Dictionary(entries.map { ($0[0], $0[1]) }) { first, _ in first }
    }

    private func output(_ words: String...) async throws -> String {
        let process = try ChildProcess("/usr/bin/env", words)
        try #require(await process.exitStatus() == 0, "\(words): \(process.standardError)")
        return process.standardOutput
    }
}
