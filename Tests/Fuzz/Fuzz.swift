import ConfigTree
import ExchangeRate
import Foundation
import Freshness
import HTTP

/// What libFuzzer calls with each input: the first byte chooses the reader, the rest is its text.
///
/// A reader may refuse whatever it likes; what counts is that none ends the process.
@_cdecl("LLVMFuzzerTestOneInput")
func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    guard let start, count > 0 else { return 0 }
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    let text = Array(bytes.dropFirst())
    switch bytes[0] % 3 {
    case 0: readReply(text)
    case 1: readTimestamp(text)
    default: readConfiguration(text)
    }
    return 0
}

/// A reply of the API: the first byte of the rest is its status.
private func readReply(_ bytes: [UInt8]) {
    let answer = HTTPResponse(
        status: 200 + Int(bytes.first ?? 0) * 2,
        headers: HTTPHeaders([HTTPHeaders.Field(name: "Retry-After", value: "7")]),
        body: Array(bytes.dropFirst()))
    let isRead = DispatchSemaphore(value: 0)
    Task {
        let client = try? ExchangeRateClient(
            baseURL: "https://api.example", credentials: .none, timeout: .seconds(1),
            userAgent: "fuzz", transport: OneAnswer(answer: answer))
        if let base = CurrencyCode("USD") { _ = try? await client?.latest(base: base, symbols: []) }
        isRead.signal()
    }
    isRead.wait()
}

private func readTimestamp(_ bytes: [UInt8]) {
    let text = String(decoding: bytes, as: UTF8.self)
    if let time = Timestamp(iso8601: text) {
        precondition(Timestamp(iso8601: time.iso8601) == time, "\(text) does not come back")
    }
    _ = Timestamp(httpDate: text)
}

private func readConfiguration(_ bytes: [UInt8]) {
    let report = ConfigReport(file: "f", bytes: bytes)
    let root = report.root()
    _ = root.value("a")?.text(allowed: "a text")
    _ = root.value("b")?.list(of: "texts")?.map { $0.text(allowed: "a text") }
    _ = root.duration("c", in: .seconds(1)...(.seconds(60)), default: .seconds(10))
    _ = root.boolean("d", default: true)
    root.finish()
    for problem in report.problems { _ = problem.description }
}

/// A transport that answers everything by one response.
private struct OneAnswer: HTTPTransport {
    let answer: HTTPResponse

    func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse { answer }
}
