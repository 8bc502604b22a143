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
    /// What the receiver took at an earlier try is not sent again.
    ///
    /// - Parameter url: one of those of the receiver's settings.
    /// - Returns: nil where the task was cancelled before an answer told how the try ended.
    public func send(
        _ item: OutboxItem, to receiver: any Receiver, at url: ReceiverURL
    ) async -> DeliveryReport? {
        var report = DeliveryReport(
            verdict: .delivered, detail: "nothing to send", deliveredBodies: item.deliveredBodies)
        let requests = receiver.requests(for: item, to: url, sentAt: clock.now.timestamp)
        for request in requests.dropFirst(item.deliveredBodies) {
            do throws(TransportError) {
                let response = try await transport.send(request)
                report.verdict = receiver.verdict(on: response, receivedAt: clock.now.timestamp)
                report.detail = "status \(response.status)"
            } catch {
                if error.kind == .cancelled, error.head == nil { return nil }
                let status = error.head.map { "status \($0.status), then " } ?? ""
                report.verdict = receiver.verdict(on: error, receivedAt: clock.now.timestamp)
                report.detail = "\(status)\(error)"
            }
            guard report.verdict == .delivered else { return report }
            report.deliveredBodies += 1
        }
        return report
    }

    /// Sends one request that any 2xx answers well.
    ///
    /// - Returns: nil where the task was cancelled before an answer came.
    public func ping(_ request: HTTPRequest) async -> (isDelivered: Bool, detail: String)? {
        do throws(TransportError) {
            let response = try await transport.send(request)
            return (200...299 ~= response.status, "status \(response.status)")
        } catch {
            guard let head = error.head else {
                return error.kind == .cancelled ? nil : (false, "\(error)")
            }
            return (200...299 ~= head.status, "status \(head.status), then \(error)")
        }
    }
}
