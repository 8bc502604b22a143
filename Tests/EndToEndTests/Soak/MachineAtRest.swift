import Foundation

/// Waits until nothing happens on a machine of a few processes.
struct MachineAtRest {
    let processes: [Int32]

    /// Waits until all threads have slept in two looks in a row; false where they do not in time.
    func wait(upTo limit: Duration, isBusy: () -> Bool) -> Bool {
        let end = ContinuousClock.now + limit
        var looks = 0
        while ContinuousClock.now < end {
            looks = !isBusy() && processes.allSatisfy(Self.sleeps) ? looks + 1 : 0
            if looks == 2 { return true }
            usleep(300)
        }
        return false
    }

    private static func sleeps(_ process: Int32) -> Bool {
        let folder = "/proc/\(process)/task"
        guard let tasks = opendir(folder) else { return true }
        defer { closedir(tasks) }
        while let entry = readdir(tasks) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            guard name.first != "." else { continue }
            if !isAsleep("\(folder)/\(name)/stat") { return false }
        }
        return true
    }

    /// Whether a thread waits for something; one that has ended meanwhile does.
    private static func isAsleep(_ path: String) -> Bool {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return true }
        defer { close(file) }
        var bytes = [UInt8](repeating: 0, count: 128)
        let count = read(file, &bytes, bytes.count)
        // The state follows the name, which stands in brackets (proc(5)).
        guard count > 0, let bracket = bytes[..<count].lastIndex(of: UInt8(ascii: ")")),
            bracket + 2 < count
        else { return true }
        return [UInt8(ascii: "S"), UInt8(ascii: "Z"), UInt8(ascii: "I")].contains(
            bytes[bracket + 2])
    }
}
