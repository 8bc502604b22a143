import Foundation
import TestKit
import Testing

@testable import Exporter

struct ConfigurationTextTests {
    private static let regular = ConfigurationText.Origin(kind: .regular, isEmpty: false)
    private static let empty = ConfigurationText.Origin(kind: .regular, isEmpty: true)

    /// A path of a folder that goes with the value.
    private final class File {
        let path: String

        init(_ text: String? = nil) throws {
            path = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path
            if let text { try text.write(toFile: path, atomically: true, encoding: .utf8) }
        }

        deinit { try? FileManager.default.removeItem(atPath: path) }
    }

    private func failure(
        _ path: String, replacing former: ConfigurationText.Origin?
    ) -> ConfigurationText.Failure? {
        do throws(ConfigurationText.Failure) {
            _ = try ConfigurationText.read(path, replacing: former)
            return nil
        } catch {
            return error
        }
    }

    @Test func `a file is read at a start and at a reload`() throws {
        let file = try File("rates: []\n")
        for former in [nil, Self.regular, Self.empty] {
            let text = try ConfigurationText.read(file.path, replacing: former)
            #expect(text.bytes == Array("rates: []\n".utf8))
            #expect(text.origin == Self.regular)
        }
    }

    @Test(arguments: ["", "\n", " \t\r\n\n"])
    func `an empty file takes no place but that of another`(content: String) throws {
        let file = try File(content)
        #expect(try ConfigurationText.read(file.path, replacing: nil).origin == Self.empty)
        #expect(failure(file.path, replacing: Self.empty) == nil)
        #expect(failure(file.path, replacing: Self.regular) == .emptied)
    }

    @Test(arguments: ["{}\n", "# nothing\n"])
    func `defaults that are written down take any place`(content: String) throws {
        let file = try File(content)
        #expect(failure(file.path, replacing: Self.regular) == nil)
    }

    @Test func `a shell's pipe is read to its end, and once`() throws {
        let pipe = Pipe()
        let reader = pipe.fileHandleForReading
        try pipe.fileHandleForWriting.write(contentsOf: Data("rates: []\n".utf8))
        try pipe.fileHandleForWriting.close()
        let path = "/proc/self/fd/\(reader.fileDescriptor)"
        let text = try ConfigurationText.read(path, replacing: nil)
        #expect(text.bytes == Array("rates: []\n".utf8))
        #expect(text.origin == ConfigurationText.Origin(kind: .pipe, isEmpty: false))
        let failure = try #require(self.failure(path, replacing: text.origin))
        #expect(failure == .readOnce(.pipe))
        #expect(failure.description.hasPrefix("is a pipe, which can be read once; "))
    }

    @Test func `a shell's pipe is waited for`() throws {
        let pipe = Pipe()
        let path = "/proc/self/fd/\(pipe.fileHandleForReading.fileDescriptor)"
        Thread.detachNewThread {
            for part in ["rates:", " []\n"] {
                Thread.sleep(forTimeInterval: 0.05)
                try? pipe.fileHandleForWriting.write(contentsOf: Data(part.utf8))
            }
            try? pipe.fileHandleForWriting.close()
        }
        let text = try ConfigurationText.read(path, replacing: nil)
        #expect(text.bytes == Array("rates: []\n".utf8))
    }

    @Test func `a device is read at the start alone`() throws {
        let origin = try ConfigurationText.read("/dev/null", replacing: nil).origin
        #expect(origin == ConfigurationText.Origin(kind: .device, isEmpty: true))
        #expect(failure("/dev/null", replacing: origin) == .readOnce(.device))
    }

    @Test func `a pipe in the place of a file is refused at once`() throws {
        let file = try File()
        #expect(mkfifo(file.path, 0o600) == 0)
        #expect(failure(file.path, replacing: Self.regular) == .file(.notAFile))
    }

    @Test func `a folder is no file`() {
        #expect(failure("/", replacing: nil) == .file(.notAFile))
        #expect(failure("/", replacing: Self.regular) == .file(.notAFile))
    }
}
