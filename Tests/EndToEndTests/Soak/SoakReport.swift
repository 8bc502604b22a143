/// What a soak came to, as a table of days.
struct SoakReport: CustomStringConvertible {
    let samples: [SoakSample]

    var description: String {
        let rows = days.map { day, samples in
            let memory = samples.map(\.usage.memory)
            let last = samples[samples.count - 1]
            let first = samples[0]
            let hours = max(1, last.hour - first.hour)
            return [
                "\(day)", "\(memory.min() ?? 0)", "\(memory.max() ?? 0)", "\(last.usage.memory)",
                "\(samples.map(\.usage.descriptors).max() ?? 0)",
                "\(samples.map(\.usage.threads).max() ?? 0)", "\(last.state / 1024)",
                "\(last.used / 1024)",
                "\((last.log - first.log) / hours)", "\(last.requests)", "\(last.notifications)",
            ]
        }
        let head = [
            "day", "RssAnon min", "max", "last KiB", "descriptors", "threads", "state KiB",
            "used KiB", "log B/h", "requests", "deliveries",
        ]
        return ([head] + rows).map { cells in
            zip(cells, head).map { cell, title in
                String(repeating: " ", count: max(0, title.count - cell.count)) + cell
            }.joined(separator: "  ")
        }.joined(separator: "\n")
    }

    /// What grows in the later half, when all that is kept has its size.
    ///
    /// Memory may rise by 4 MiB, since a heap of 25 MiB trembles by that with the weather; a leak of
    /// 200 bytes for each of 20,000 requests, or of 6 KiB for each of 720 hourly pages, rises by as
    /// much. Descriptors may rise by four, with the connections that hostile clients hold; threads by
    /// two, since one is made for each of four queues only when all others are busy. What is stored
    /// may rise by 512 KiB, since a storm leaves as much for a while; 20 bytes that are kept of each
    /// request would be more. The files themselves never become smaller.
    var growth: [String] {
        let later = samples.suffix(samples.count / 2)
        let limits: [(name: String, limit: Double, value: (SoakSample) -> Int)] = [
            ("RssAnon in KiB", 4096, { $0.usage.memory }),
            ("descriptors", 4, { $0.usage.descriptors }),
            ("threads", 2, { $0.usage.threads }),
            ("used bytes of the state", 524_288, { $0.used }),
        ]
        return limits.compactMap { name, limit, value in
            let rise = SoakTrend(later.map { Double(value($0)) }).rise
            return rise > limit ? "\(name): \(rise) more in the later half" : nil
        }
    }

    private var days: [(day: Int, samples: [SoakSample])] {
        Dictionary(grouping: samples) { ($0.hour - 1) / 24 + 1 }.sorted { $0.key < $1.key }
            .map { ($0.key, $0.value) }
    }
}
