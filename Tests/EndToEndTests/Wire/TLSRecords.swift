/// The records that one side of a connection by TLS sent.
struct TLSRecords {
    private let bytes: [UInt8]
    /// Where they begin; of the last one all or a part was sent.
    private let starts: [Int]

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        var starts: [Int] = []
        var next = 0
        while bytes.indices.contains(next + 4) {
            starts.append(next)
            next += 5 + Int(bytes[next + 3]) << 8 + Int(bytes[next + 4])
        }
        self.starts = starts
    }

    /// Whether the other side may take what a fault made of them for what was said.
    ///
    /// A record's version is to be ignored, its type stands in what is encrypted as well, and the
    /// change of the cipher is to be dropped wherever it stands. RFC 8446, sections 5, 5.1 and 5.2
    func mayBeTaken(with fault: WireFault) -> Bool {
        switch fault.kind {
        case .flippedBit, .otherByte: starts.contains { $0..<$0 + 3 ~= fault.place }
        case .swap:
            starts.contains { bytes[$0] == 20 && $0 + 6 == fault.place }
        default: false
        }
    }
}
