public import Domain
public import HTTP

/// Carries out one try of a delivery.
public struct Dispatcher: Sendable {
    private let transport: any HTTPTransport
    private let clock: any TimeSource

    /// Makes a dispatcher.
    public init(transport: any HTTPTransport, clock: any TimeSource) {
        self.transport = transport
        self.clock = clock
    }

    /// Sends the requests of a row in order, up to the first that is not taken.
    ///
    /// - Returns: nil where the task was cancelled before an answer told how the try ended.
    public func send(_ item: OutboxItem, to receiver: any Receiver) async -> DeliveryReport? {
        var report = DeliveryReport(verdict: .delivered, detail: "nothing to send")
        for request in receiver.requests(for: item, sentAt: clock.now.timestamp) {
            do throws(TransportError) {
                let response = try await transport.send(request)
                report = DeliveryReport(
                    verdict: receiver.verdict(on: response, receivedAt: clock.now.timestamp),
                    detail: "status \(response.status)")
            } catch {
                if error.kind == .cancelled, error.head == nil { return nil }
                let status = error.head.map { "status \($0.status), then " } ?? ""
                report = DeliveryReport(
                    verdict: receiver.verdict(on: error, receivedAt: clock.now.timestamp),
                    detail: "\(status)\(error)")
            }
            guard report.verdict == .delivered else { return report }
        }
        return report
    }
}
