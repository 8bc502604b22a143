import Exposition
import Freshness
import Glibc

/// Reads what Linux says of this process.
///
/// The values are those of Prometheus' Go client library, in `process_collector_procfsenabled.go`:
/// https://github.com/prometheus/client_golang
struct ProcessReader: Sendable {
    /// The folder of the process's descriptors.
    private let descriptors: String
    private let descriptorFolder: ProcFile?
    private let memory: ProcFile?
    private let network: ProcFile?
    private let pageSize: UInt64
    private let startedAt: Timestamp?

    /// Finds out what stays the same for the life of the process, and opens what does not.
    init(proc: String = "/proc") {
        let directory = "\(proc)/self"
        descriptors = "\(directory)/fd"
        descriptorFolder = ProcFile(descriptors)
        memory = ProcFile("\(directory)/statm")
        network = ProcFile("\(directory)/net/netstat")
        pageSize = UInt64(max(0, sysconf(Int32(_SC_PAGESIZE))))
        startedAt = Self.startTime(stat: "\(directory)/stat")
    }

    /// The present values; what cannot be read is left out.
    func sample() -> ProcessSample {
        var sample = ProcessSample()
        sample.startedAt = startedAt
        sample.cpuTime = Self.time(of: CLOCK_PROCESS_CPUTIME_ID)
        sample.openFileDescriptors = openFileDescriptors()
        sample.maxFileDescriptors = Self.limit(RLIMIT_NOFILE)
        sample.virtualMemoryMaxBytes = Self.limit(RLIMIT_AS)
        memory?.read { text in
            sample.virtualMemoryBytes = ProcText.number(at: 0, in: text).map { $0 &* pageSize }
            sample.residentMemoryBytes = ProcText.number(at: 1, in: text).map { $0 &* pageSize }
        }
        network?.read { text in
            sample.networkReceiveBytes = ProcText.netstat(text, group: "IpExt:", name: "InOctets")
            sample.networkTransmitBytes = ProcText.netstat(text, group: "IpExt:", name: "OutOctets")
        }
        return sample
    }

    private func openFileDescriptors() -> UInt64? {
        guard let size = descriptorFolder?.size else { return nil }
        // Since Linux 6.2 the size of the folder is the number of its entries; before, zero.
        if size > 0 { return size }
        // The descriptor that counts is among the counted.
        return ProcFile.entryCount(of: descriptors).map { max(1, $0) - 1 }
    }

    /// The soft limit of a resource; the largest number where there is none.
    private static func limit(_ resource: __rlimit_resource) -> UInt64? {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(resource.rawValue), &limit) == 0 else { return nil }
        return UInt64(limit.rlim_cur)
    }

    private static func time(of clock: clockid_t) -> Duration? {
        var time = timespec()
        guard clock_gettime(clock, &time) == 0 else { return nil }
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }

    /// When the process began, to a hundredth of a second: the kernel tells it in ticks.
    ///
    /// The Go library adds the ticks to `btime`, which is cut to whole seconds; the difference of
    /// the two clocks is the same time, uncut.
    private static func startTime(stat path: String) -> Timestamp? {
        let ticksPerSecond = UInt64(max(0, sysconf(Int32(_SC_CLK_TCK))))
        guard ticksPerSecond > 0, let wall = time(of: CLOCK_REALTIME),
            let sinceBoot = time(of: CLOCK_BOOTTIME)
        else { return nil }
        var ticks: UInt64?
        ProcFile(path)?.read { text in
            // Field 22 of proc(5), counted from 1; what follows the name begins with field 3.
            ticks = ProcText.fieldsAfterName(in: text).flatMap { ProcText.number(at: 19, in: $0) }
        }
        guard let ticks, ticks / ticksPerSecond < UInt64(UInt32.max) else { return nil }
        let afterBoot = Duration.nanoseconds(
            Int64(ticks / ticksPerSecond) * 1_000_000_000
                + Int64(ticks % ticksPerSecond * 1_000_000_000 / ticksPerSecond))
        let start = (wall - sinceBoot + afterBoot).clampedNanoseconds
        return Timestamp(nanosecondsSinceEpoch: start - start % 10_000_000)
    }
}
