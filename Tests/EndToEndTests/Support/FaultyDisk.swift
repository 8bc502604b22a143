import Foundation
import TestKit
import Testing

/// A disk that fails as a test says, for what a program does beneath one folder.
///
/// A library that is preloaded, ld.so(8), stands between the program and the system's calls.
final class FaultyDisk: Sendable {
    enum Mood: String, Sendable {
        case works
        /// Writing takes as long as this lasts.
        case hangs
        /// No space left on device.
        case full
        /// Read-only file system.
        case readOnly
        /// Input/output error, where data is to reach the disk.
        case fails
    }

    /// How many calls have changed the folder, or were to.
    struct Calls: Sendable {
        var all = 0
        var writes = 0
        /// Those that the fault struck.
        var struck = 0
    }

    private let files: TemporaryFolder
    private let folder: String
    private let fault: DiskFault?

    /// Makes a disk that works, but for the fault.
    init(at folder: String, fault: DiskFault? = nil) async throws {
        files = try TemporaryFolder()
        self.folder = folder
        self.fault = fault
        try FileManager.default.createSymbolicLink(
            atPath: files.path(of: "disk.so"),
            withDestinationPath: await Self.library.value.path(of: "disk.so"))
        try files.write(String(repeating: "\0", count: 3 * MemoryLayout<Int>.size), to: "book")
        try set(.works)
    }

    /// The variables of a program that is to have this disk.
    var environment: [String: String] {
        var variables = [
            "LD_PRELOAD": files.path(of: "disk.so"), "FAULTY_DISK": folder,
            "FAULTY_DISK_MOOD": files.path(of: "mood"),
        ]
        if let fault {
            variables["FAULTY_DISK_FAULT"] = fault.description
            variables["FAULTY_DISK_BOOK"] = files.path(of: "book")
            variables["FAULTY_DISK_JOURNAL"] = files.path(of: "journal")
            variables["FAULTY_DISK_CURE"] = files.path(of: "cure")
        }
        return variables
    }

    func set(_ mood: Mood) throws {
        try files.write(mood.rawValue, to: "mood")
    }

    /// Ends a fault that lasts.
    func cure() throws {
        try files.write("", to: "cure")
    }

    /// The calls up to now, of all programs that had it.
    var calls: Calls {
        get throws {
            let book = try Data(contentsOf: URL(filePath: files.path(of: "book")))
            let numbers = book.withUnsafeBytes { Array($0.bindMemory(to: Int.self)) }
            try #require(numbers.count == 3)
            return Calls(all: numbers[0], writes: numbers[1], struck: numbers[2])
        }
    }

    /// These calls, a line each; those that the fault struck are marked.
    var journal: String {
        (try? String(contentsOfFile: files.path(of: "journal"), encoding: .utf8)) ?? ""
    }

    /// Compiled once, for all disks.
    private static let library = Task {
        let files = try TemporaryFolder()
        let source = try files.write(FaultyDisk.source, to: "disk.c")
        let compiler = try ChildProcess(
            "/usr/bin/env", ["cc", "-shared", "-fPIC", "-o", files.path(of: "disk.so"), source])
        try #require(await compiler.exitStatus() == 0, "\(compiler.standardError)")
        return files
    }
}
