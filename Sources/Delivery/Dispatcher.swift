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

    /// Sends the requests of a row in order, up to the first that is not taken, or all where they
    /// have nothing to do with each other.
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
        var failure: DeliveryReport?
        for request in requests.dropFirst(item.deliveredBodies) {
            guard let (verdict, detail) = await verdict(of: receiver, on: request) else {
                return nil
            }
            report.verdict = verdict
            report.detail = detail
            guard verdict == .delivered else {
                guard receiver.sendsAll else { return report }
                failure = failure ?? report
                continue
            }
            report.deliveredBodies += 1
        }
        return failure ?? report
    }

    private func verdict(
        of receiver: any Receiver, on request: HTTPRequest
    ) async -> (verdict: DeliveryVerdict, detail: String)? {
        do throws(TransportError) {
            let response = try await transport.send(request)
            return (
                receiver.verdict(on: response, receivedAt: clock.now.timestamp),
                "status \(response.status)"
            )
        } catch {
            if error.kind == .cancelled, error.head == nil { return nil }
            let status = error.head.map { "status \($0.status), then " } ?? ""
            return (
                receiver.verdict(on: error, receivedAt: clock.now.timestamp),
                "\(status)\(error)"
            )
        }
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
