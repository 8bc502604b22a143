import Exposition
import Serving

/// The page of one snapshot in one syntax, of which each second only what moves is made anew.
struct RenderedPage: Sendable {
    /// The number of the snapshot's edition.
    let edition: UInt64
    /// When it was written, in seconds since the system started; nil before.
    private(set) var second: Int64?
    private let prepared: PreparedPage
    private var parts: [PreparedPage.Part] = []
    /// The parts that stay, packed when that was first wished for, in their order.
    private var packedSettled: [Gzip.Part]?
    private var plain: SharedBytes?
    /// What packing came to; nil before the first wish.
    private var packed: SharedBytes??

    /// Takes a page that is to be written.
    init(_ prepared: PreparedPage, edition: UInt64) {
        self.prepared = prepared
        self.edition = edition
    }

    /// Writes what moves.
    mutating func write(_ scrape: Scrape, second: Int64) {
        self.second = second
        parts = prepared.parts(scrape)
        plain = nil
        packed = nil
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
        if let packed { return packed }
        let bytes = pack().map { SharedBytes($0) }
        packed = .some(bytes)
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
