import Serving

/// A page that is made, in the codings that were asked for.
struct RenderedPage: Sendable {
    let plain: SharedBytes
    private let bytes: [UInt8]
    /// Nil before the first wish, and where it cannot be packed.
    private(set) var packed: SharedBytes?

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        plain = SharedBytes(bytes)
    }

    /// How many bytes it has as they are.
    var count: Int { bytes.count }

    /// Packs it, where that was not done yet.
    mutating func pack() {
        guard packed == nil else { return }
        // Fast rather than small: the page is kept for a second at most.
        packed = Gzip.compress(bytes, level: 1).map(SharedBytes.init)
    }
}
