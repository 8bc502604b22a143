/// What the provider sends back, and in which manner.
public struct APIAnswer: Sendable, Hashable {
    /// A header field.
    public struct Header: Sendable, Hashable {
        public let name: String
        public let value: String

        /// Makes a field.
        public init(_ name: String, _ value: String) {
            self.name = name
            self.value = value
        }
    }

    /// How the answer travels.
    public struct Delivery: Sendable, Hashable {
        /// What happens once the delay is over.
        public enum Manner: Sendable, Hashable {
            /// The whole answer is sent.
            case whole
            /// Nothing ever comes; the connection stays open.
            case hang
            /// The body comes in pieces of so many bytes, one each `interval`.
            case drip(bytes: Int, interval: Duration)
            /// The connection is reset after so many bytes of the body; before the header for nil.
            case reset(afterBytes: Int?)
            /// The connection is closed in good order after so many bytes of the body.
            case cut(afterBytes: Int)
        }

        /// The wait before the first byte.
        public var delay: Duration
        public var manner: Manner

        /// Makes a delivery.
        public init(delay: Duration = .zero, manner: Manner = .whole) {
            self.delay = delay
            self.manner = manner
        }
    }

    public var status: Int
    /// In the order of sending; without `Content-Length`.
    public var headers: [Header]
    public var body: [UInt8]
    public var delivery: Delivery
    /// The faults that shaped it.
    public var faults: [FaultKind]

    /// Makes an answer.
    public init(
        status: Int, headers: [Header], body: [UInt8], delivery: Delivery = Delivery(),
        faults: [FaultKind] = []
    ) {
        self.status = status
        self.headers = headers
        self.body = body
        self.delivery = delivery
        self.faults = faults
    }

    /// The value of the first header of a name, in whatever case.
    public func header(_ name: String) -> String? {
        headers.first { $0.name.lowercased() == name.lowercased() }?.value
    }
}
