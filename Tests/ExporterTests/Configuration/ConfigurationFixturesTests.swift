import ConfigTree
import ExchangeRate
import Foundation
import TestKit
import Testing

@testable import Exporter

/// Each file of `Fixtures/invalid` is a configuration, a line that separates, and the message.
///
/// A case is added by adding a file. A file may begin with lines such as `#env NAME=value`.
struct ConfigurationFixturesTests {
    private static let separator = "======== message\n"
    private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().appendingPathComponent("Fixtures")

    private static func names(in folder: String) -> [String] {
        let path = Self.folder.appendingPathComponent(folder).path
        return (try? FileManager.default.contentsOfDirectory(atPath: path))?.sorted() ?? []
    }

    private static func environment(of bytes: [UInt8]) -> [String: String] {
        var environment: [String: String] = [:]
        for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n") {
            guard line.hasPrefix("#env ") else { break }
            let parts = line.dropFirst("#env ".count).split(separator: "=", maxSplits: 1)
            environment[String(parts[0])] = parts.count > 1 ? String(parts[1]) : ""
        }
        return environment
    }

    private static func read(_ bytes: [UInt8]) throws(ConfigurationError) -> Configuration {
        try Configuration.read(
            bytes, name: "exporter.yml",
            folder: Self.folder.appendingPathComponent("files").path + "/",
            environment: environment(of: bytes))
    }

    @Test func `the fixtures are found`() {
        #expect(Self.names(in: "invalid").count >= 45)
        #expect(Self.names(in: "valid").count >= 5)
    }

    @Test(arguments: names(in: "invalid"))
    func `a wrong configuration is told`(name: String) throws {
        let golden = GoldenFile("../Fixtures/invalid/\(name)")
        let bytes = try #require(try golden.content(before: Self.separator))
        var message = ""
        do throws(ConfigurationError) {
            _ = try Self.read(bytes)
        } catch {
            message = "\(error)\n".replacing(Self.folder.path + "/", with: "")
        }
        #expect(!message.isEmpty, "the configuration was taken")
        #expect(!message.contains("hunter2"), "a secret is shown")
        #expect(golden.mismatch(with: message, after: Self.separator) == nil)
    }

    @Test(arguments: names(in: "valid"))
    func `a right configuration is taken`(name: String) throws {
        let url = Self.folder.appendingPathComponent("valid").appendingPathComponent(name)
        let configuration = try Self.read(Array(try Data(contentsOf: url)))
        #expect(!configuration.bases.isEmpty)
    }
}
