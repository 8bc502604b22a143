import Domain

/// A page of a snapshot on which only what moves is not written yet.
///
/// Names, labels and values change with a snapshot, and are most of a page; ages, counts of requests
/// and what the system says of the process are other ones for each scrape, and few.
public struct PreparedPage: Sendable {
    /// A part of a page; all parts in their order are the page.
    public struct Part: Sendable {
        /// Its text, in UTF-8.
        public let bytes: [UInt8]
        /// Whether it is the same on each page of the snapshot.
        public let isSettled: Bool
    }

    private let syntax: ExpositionSyntax
    /// What follows each other on the page: the settled parts, and the families between them.
    private let runs: [Run]

    private enum Run: Sendable {
        case settled(Part)
        case moving([MetricFamily])
    }

    init(_ families: [MetricFamily], of scrape: Scrape, as syntax: ExpositionSyntax) {
        self.syntax = syntax
        var runs: [Run] = []
        var rest = families[...]
        while let first = rest.first {
            let run = rest.prefix { $0.isMoving == first.isMoving }
            rest = rest.dropFirst(run.count)
            runs.append(
                first.isMoving
                    ? .moving(Array(run)) : .settled(Self.part(run, scrape, syntax)))
        }
        switch syntax {
        case .prometheusText: break
        case .openMetrics:
            runs.append(.settled(Part(bytes: Array("# EOF\n".utf8), isSettled: true)))
        }
        self.runs = runs
    }

    /// Writes what moves.
    ///
    /// - Parameter scrape: with the snapshot, and the build, that the page was prepared for.
    public func parts(_ scrape: Scrape) -> [Part] {
        runs.map { run in
            switch run {
            case .settled(let part): part
            case .moving(let families): Self.part(families, scrape, syntax)
            }
        }
    }

    private static func part(
        _ families: some Collection<MetricFamily>, _ scrape: Scrape, _ syntax: ExpositionSyntax
    ) -> Part {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(4096)
        for family in families { family.append(scrape, as: syntax, to: &bytes) }
        guard families.first?.isMoving == false else { return Part(bytes: bytes, isSettled: false) }
        // Copied without the room that it grew by: it is kept as long as the snapshot.
        return Part(bytes: bytes.withUnsafeBufferPointer(Array.init), isSettled: true)
    }
}
