import Foundation
import TestKit
import Testing

extension PollAudit {
    /// Lets every base have exchanges that nothing happens to, ends the daemon, and judges all.
    ///
    /// - Parameters:
    ///   - last: how many exchanges there were when the faults ended; some were under way.
    ///   - bases: how many bases are asked for.
    mutating func conclude(
        after last: Int, bases: Int, of proxy: WireProxy, _ exporter: ExporterProcess
    ) async throws {
        try #require(
            await eventually(within: .seconds(120), every: .milliseconds(50)) {
                proxy.count >= last + 3 * bases
            }, "polls go on")
        let asked = Date.now
        let page = try await exporter.metrics()
        let answered = Date.now
        note(page)
        await exporter.stop()
        try #require(await eventually { proxy.isQuiet })
        judge(proxy.exchanges, log: exporter.log, last: page, from: asked...answered)
    }
}
