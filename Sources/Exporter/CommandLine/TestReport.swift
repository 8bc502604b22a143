import ConfigTree
import Delivery
import Domain

/// What became of a test notification at one address.
struct TestTry: Sendable {
    let receiver: ReceiverSettings
    /// Scheme, host and port.
    let address: String
    /// Nil where it was broken off.
    let report: DeliveryReport?
    /// The body of the last answer.
    let answer: [UInt8]

    var isDelivered: Bool { report?.verdict == .delivered }
}

/// What `test-alert` prints: a line for each address, and what is left to do.
struct TestReport {
    /// In the order of the configuration.
    let tries: [TestTry]
    let redaction: AnswerRedaction

    /// Whether every receiver took it; of a cluster one address is enough.
    var isDelivered: Bool { delivered.count == names.count }

    /// The whole of it.
    var text: String {
        let rows = tries.map { attempt in
            [
                TerminalText.cell(attempt.receiver.name), attempt.receiver.type.rawValue,
                attempt.address, result(of: attempt),
            ]
        }
        let receivers = names.count == 1 ? "1 receiver" : "\(names.count) receivers"
        let lines =
            TextTable.lines([["RECEIVER", "TYPE", "ADDRESS", "RESULT"]] + rows) + [""] + notes
            + ["\(delivered.count) of \(receivers) took the test notification."]
        return lines.joined(separator: "\n") + "\n"
    }

    private var names: Set<String> { Set(tries.map(\.receiver.name)) }

    private var delivered: Set<String> {
        Set(tries.filter(\.isDelivered).map(\.receiver.name))
    }

    /// What the notification leaves behind, at receivers that took it.
    private var notes: [String] {
        var seen: Set<String> = []
        return tries.filter { $0.isDelivered && seen.insert($0.receiver.name).inserted }
            .compactMap { attempt in
                attempt.receiver.type.aftermathOfTest.map {
                    "\(TerminalText.cell(attempt.receiver.name)): \($0)"
                }
            }
    }

    private func result(of attempt: TestTry) -> String {
        guard let report = attempt.report else { return "not delivered: interrupted" }
        let detail = redaction.shown(report.detail)
        let body = redaction.shown(attempt.answer)
        let answer = body.isEmpty ? detail : "\(detail): \(body)"
        switch report.verdict {
        case .delivered: return "delivered: \(answer)"
        case .failed(let failure, _, let retryAfter):
            let reason = failure.rawValue
            // Without an answer the detail begins with the reason.
            let cause = detail.hasPrefix("\(reason):") ? answer : "\(reason), \(answer)"
            let wait = retryAfter.map { "; it asks for a wait of \($0.roundedText)" } ?? ""
            return "not delivered: \(cause)\(wait)"
        }
    }
}
