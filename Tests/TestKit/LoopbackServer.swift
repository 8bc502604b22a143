/// A server on a free port of 127.0.0.1 that answers each request by a script of bytes.
///
/// It knows no more of HTTP than where a request ends, so that it can answer with anything.
public final class LoopbackServer: Sendable {
    /// One act of an answer.
    public enum Step: Sendable {
        case send([UInt8])
        /// Sends one byte at a time.
        case drip([UInt8], every: Duration)
        /// Sends the same bytes until the peer ends the connection.
        case sendForever([UInt8])
        /// Sends nothing more until the peer or `stop()` ends the connection.
        case hang
        /// Ends the connection by RST.
        case reset
        /// Ends the connection by FIN.
        case close

        /// Sends a text.
        public static func send(_ text: String) -> Step { .send(Array(text.utf8)) }
    }

    /// A request as it came.
    public struct Request: Sendable {
        /// Request line and headers.
        public var head: String
        public var body: [UInt8]
        /// The number of its connection, from 1.
        public var connection: Int
    }

    private let listener: LoopbackListener
    private let greeting: [Step]
    private let answer: @Sendable (Request) -> [Step]
    private let received = Recorder<Request>()

    /// Listens, and answers each request by the steps that the closure gives for it.
    ///
    /// A connection stays open after the steps, unless one of them ends it. The greeting comes
    /// before any request is read.
    public init(
        greeting: [Step] = [], answer: @escaping @Sendable (Request) -> [Step]
    ) throws {
        self.greeting = greeting
        self.answer = answer
        listener = try LoopbackListener()
        listener.serve { [self] socket, number in
            serve(ScriptedConnection(socket), number: number)
        }
    }

    /// Answers every request by the same steps.
    public convenience init(_ steps: Step...) throws {
        try self.init { _ in steps }
    }

    /// The port that the system picked.
    public var port: UInt16 { listener.port }
    /// `http://127.0.0.1:PORT`.
    public var url: String { listener.url }
    /// How many connections have been accepted.
    public var connectionCount: Int { listener.acceptedCount }
    /// How many connections are open now.
    public var openConnectionCount: Int { listener.openCount }
    /// All requests so far.
    public var requests: [Request] { received.values }

    /// Ends all connections and the listening.
    public func stop() { listener.stop() }

    private func serve(_ connection: ScriptedConnection, number: Int) {
        for step in greeting where !connection.perform(step) { return }
        while let (head, body) = connection.readRequest() {
            let request = Request(head: head, body: body, connection: number)
            received.note(request)
            for step in answer(request) where !connection.perform(step) { return }
        }
    }
}
