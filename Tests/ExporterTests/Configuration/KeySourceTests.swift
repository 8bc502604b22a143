import Domain
import Foundation
import Testing

@testable import Exporter

struct KeySourceTests {
    /// A folder that is gone when the test ends.
    private final class Folder {
        let url = FileManager.default.temporaryDirectory
            .appendingPathComponent(UUID().uuidString)

        init() throws {
            try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        }

        deinit { try? FileManager.default.removeItem(at: url) }

        func write(_ name: String, _ bytes: [UInt8]) throws -> String {
            let file = url.appendingPathComponent(name)
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(bytes).write(to: file)
            return file.path
        }
    }

    @Test(arguments: [
        ("abc", "abc"), ("abc\n", "abc"), ("abc\r\n", "abc"), (" abc \n\n", "abc"),
        ("\tabc", "abc"), ("a b", "a b"), ("", nil), (" \n", nil), ("\r\n", nil),
    ])
    func `a file gives its text without the blanks around it`(text: String, key: String?) throws {
        let folder = try Folder()
        let file = try folder.write("key", Array(text.utf8))
        let finding = try KeySource(file: file, environment: [:]).load()
        #expect(finding.key == key.map { Secret($0) })
        #expect(finding.origin == .file(file))
    }

    @Test(arguments: [
        Array("hunter2\nhunter2".utf8), Array("hunter2\rx".utf8), Array("hunter2\u{0}".utf8),
        Array("hunter2é".utf8), Array("hunter2".utf8) + [0xFF], Array("hunter\u{7F}2".utf8),
        Array("hunter2\tx".utf8), [0xEF, 0xBB, 0xBF] + Array("hunter2".utf8),
    ])
    func `what no header can carry is refused without being shown`(bytes: [UInt8]) throws {
        let folder = try Folder()
        let file = try folder.write("key", bytes)
        let error = #expect(throws: KeySource.Failure.self) {
            try KeySource(file: file, environment: [:]).load()
        }
        #expect(error?.error == .badCharacter)
        #expect(error?.description.contains("hunter") == false)
    }

    @Test func `the first place that is there has the word`() throws {
        let folder = try Folder()
        let file = try folder.write("key", Array("of-file".utf8))
        let blank = try folder.write("blank", Array("\n".utf8))
        _ = try folder.write("api-key", Array("of-credential".utf8))
        let both = [
            "CREDENTIALS_DIRECTORY": folder.url.path, "EXCHANGERATE_API_KEY": "of-environment",
        ]
        let other = [
            "CREDENTIALS_DIRECTORY": folder.url.path + "/other",
            "EXCHANGERATE_API_KEY": "of-environment",
        ]
        _ = try folder.write("blank-credential/api-key", Array("\n".utf8))
        let unset = [
            "CREDENTIALS_DIRECTORY": folder.url.path + "/blank-credential",
            "EXCHANGERATE_API_KEY": "of-environment",
        ]
        let cases: [(String?, [String: String], String?)] = [
            (nil, unset, "of-environment"),
            (file, both, "of-file"), (blank, both, nil), (nil, both, "of-credential"),
            (nil, other, "of-environment"), (nil, ["EXCHANGERATE_API_KEY": " "], nil),
            (nil, ["CREDENTIALS_DIRECTORY": ""], nil), (nil, [:], nil),
        ]
        for (file, environment, key) in cases {
            let finding = try KeySource(file: file, environment: environment).load()
            #expect(finding.key?.reveal() == key)
        }
    }

    @Test func `a key that changes on the disk is found by the next look`() throws {
        let folder = try Folder()
        let source = KeySource(
            file: try folder.write("key", Array("one".utf8)), environment: [:])
        #expect(try source.load().key == Secret("one"))
        _ = try folder.write("key", Array("two".utf8))
        #expect(try source.load().key == Secret("two"))
    }

    @Test func `a credential that is gone leaves its word to no other place`() throws {
        let folder = try Folder()
        let file = try folder.write("api-key", Array("one".utf8))
        let source = KeySource(
            file: nil,
            environment: [
                "CREDENTIALS_DIRECTORY": folder.url.path, "EXCHANGERATE_API_KEY": "of-environment",
            ])
        #expect(source.canChange)
        let origin = try source.load().origin
        _ = try folder.write("api-key", Array("two".utf8))
        #expect(try source.load(after: origin).key == Secret("two"))
        // Blank is a word: that there is none.
        _ = try folder.write("api-key", Array("\n".utf8))
        #expect(try source.load(after: origin).key == Secret("of-environment"))
        try FileManager.default.removeItem(atPath: file)
        let error = #expect(throws: KeySource.Failure.self) { try source.load(after: origin) }
        #expect(error?.error == .file(.missing))
        #expect(try source.load(after: .environment).key == Secret("of-environment"))
        #expect(!KeySource(file: nil, environment: ["EXCHANGERATE_API_KEY": "k"]).canChange)
    }

    @Test(arguments: ["absent", "."])
    func `a file that is none is an error`(name: String) throws {
        let folder = try Folder()
        let file = folder.url.appendingPathComponent(name).path
        #expect(throws: KeySource.Failure.self) {
            try KeySource(file: file, environment: ["EXCHANGERATE_API_KEY": "abc"]).load()
        }
    }

    @Test func `a pipe is refused at once instead of being waited for`() throws {
        let folder = try Folder()
        let path = folder.url.appendingPathComponent("pipe").path
        #expect(mkfifo(path, 0o600) == 0)
        let error = #expect(throws: KeySource.Failure.self) {
            try KeySource(file: path, environment: [:]).load()
        }
        #expect(error?.error == .file(.notAFile))
    }

    @Test func `a file without end is given up`() throws {
        let folder = try Folder()
        let file = try folder.write("key", Array(repeating: 0x61, count: 1 << 20))
        let error = #expect(throws: KeySource.Failure.self) {
            try KeySource(file: file, environment: [:]).load()
        }
        #expect(error?.error == .file(.tooLong(limit: 16 * 1024)))
    }

    @Test func `no way of printing the source shows the key`() {
        let source = KeySource(file: nil, environment: ["EXCHANGERATE_API_KEY": "hunter2"])
        var dumped = ""
        dump(source, to: &dumped)
        #expect(!"\(source) \(String(reflecting: source)) \(dumped)".contains("hunter2"))
    }
}
