import Exposition
import Serving

/// The newest page in one syntax: prepared for each snapshot, of which each second only what moves
/// is made anew.
struct RenderedPage: Sendable {
    /// What packing came to.
    private enum Packing {
        case unasked
        case impossible
        case done(SharedBytes)
    }

    private let syntax: ExpositionSyntax
    /// The number of the edition that the page was prepared for; nil before the first.
    private var edition: UInt64?
    /// How far the clock by which it was prepared had been set ahead since the edition.
    private var clockStep: Duration = .zero
    /// When it was written, in seconds since the system started; nil before.
    private var second: Int64?
    private var prepared: PreparedPage?
    private var parts: [PreparedPage.Part] = []
    /// The parts that stay, packed when that was first wished for, in their order.
    private var packedSettled: [Gzip.Part]?
    private var plain: SharedBytes?
    private var packed = Packing.unasked

    /// Makes a page that is empty before its first update.
    init(_ syntax: ExpositionSyntax) {
        self.syntax = syntax
    }

    /// Writes what is not as it was: all with another edition or clock, with another second what
    /// moves.
    mutating func update(
        edition: UInt64, clockStep: Duration = .zero, second: Int64, scrape: () -> Scrape
    ) {
        let isPrepared = self.edition == edition && self.clockStep == clockStep
        guard !isPrepared || self.second != second else { return }
        let scrape = scrape()
        let page: PreparedPage
        if let prepared, isPrepared {
            page = prepared
        } else {
            page = MetricCatalogue.standard.prepare(scrape, as: syntax)
            prepared = page
            packedSettled = nil
        }
        self.edition = edition
        self.clockStep = clockStep
        self.second = second
        parts = page.parts(scrape)
        plain = nil
        packed = .unasked
    }

    /// The page as it is.
    mutating func plainBytes() -> SharedBytes {
        if let plain { return plain }
        let bytes = SharedBytes(joining: parts.map { $0.bytes })
        plain = bytes
        return bytes
    }

    /// The page packed; nil where that cannot be done.
    mutating func packedBytes() -> SharedBytes? {
        switch packed {
        case .done(let bytes): return bytes
        case .impossible: return nil
        case .unasked: break
        }
        guard let bytes = pack().map({ SharedBytes($0) }) else {
            packed = .impossible
            return nil
        }
        packed = .done(bytes)
        return bytes
    }

    private mutating func pack() -> [UInt8]? {
        if packedSettled == nil { packedSettled = Self.pack(parts.filter { $0.isSettled }) }
        guard let settled = packedSettled, let moving = Self.pack(parts.filter { !$0.isSettled })
        else { return nil }
        var nextSettled = settled.makeIterator()
        var nextMoving = moving.makeIterator()
        return Gzip.member(
            parts.compactMap { $0.isSettled ? nextSettled.next() : nextMoving.next() })
    }

    private static func pack(_ parts: [PreparedPage.Part]) -> [Gzip.Part]? {
        // Fast rather than small: a page is kept for a second, or until the next poll.
        Gzip.pack(parts.map { $0.bytes }, level: 1)
    }
}
