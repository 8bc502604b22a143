import Domain
import Serving
import Synchronization
import TestKit
import Testing

@testable import Exporter

struct ReloadPageTests {
    private let clock = ManualClock(StatusPage.present.timestamp)
    private let answers = Recorder<Response>()

    private func page(
        isEnabled: Bool = true, _ reload: @escaping ReloadPage.Reload
    ) -> ReloadPage {
        let page = ReloadPage(isEnabled: isEnabled, clock: clock)
        page.serve(reload)
        return page
    }

    private func firstAnswer(of page: ReloadPage) async throws -> Response {
        page.answer { [answers] in answers.note($0) }
        _ = await eventually { answers.values.count > 0 }
        return try #require(answers.values.first)
    }

    @Test(arguments: [
        (ReloadOutcome.taken, 200, "The configuration was read again.\n"),
        (.refused("a: b"), 500, "The configuration in force stays: a: b\n"),
        (.underWay, 503, "A reload is under way; try again when it is done.\n"),
    ])
    func `the answer tells the outcome`(
        outcome: ReloadOutcome, status: Int, text: String
    ) async throws {
        let answer = try await firstAnswer(of: page { outcome })
        #expect(answer.status == status)
        guard case .bytes(let bytes) = answer.body else {
            Issue.record("no bytes")
            return
        }
        #expect(bytes.withUnsafeBytes { String(decoding: $0, as: UTF8.self) } == text)
    }

    @Test func `it refuses where nobody allowed it, and before the start`() async throws {
        let page = ReloadPage(isEnabled: true, clock: clock)
        #expect(try await firstAnswer(of: page).status == 503)
        let closed = ReloadPage(isEnabled: false, clock: clock)
        closed.answer { [answers] in answers.note($0) }
        #expect(answers.values.map(\.status) == [503, 403])
    }

    @Test func `a reload that hangs is answered after 10 s`() async throws {
        let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
        let page = page {
            for await _ in stream {}
            return .taken
        }
        page.answer { [answers] in answers.note($0) }
        #expect(await eventually { clock.sleeperCount == 1 })
        clock.advance(by: .milliseconds(9999))
        #expect(answers.values.isEmpty)
        clock.advance(by: .milliseconds(1))
        #expect(await eventually { answers.values.map(\.status) == [503] })
        continuation.finish()
        #expect(await eventually { answers.values.map(\.status) == [503, 200] })
    }
}
