import Freshness
import Testing

@testable import Rehearsal

struct RehearsalSpanTests {
    private static func day(_ text: String) throws -> CivilDate {
        try #require(CivilDate(iso8601: text))
    }

    @Test func `a span lasts from midnight UTC of its first day to that after its last`() throws {
        let day = try Self.day("2025-12-20")
        let span = try RehearsalSpan(from: day, to: day)
        #expect(span.start.iso8601 == "2025-12-20T00:00:00Z")
        #expect(span.end.iso8601 == "2025-12-21T00:00:00Z")
    }

    @Test func `the reference rates cover what is documented`() throws {
        #expect(
            RehearsalSpan.covered == (try Self.day("2025-01-03"))...(try Self.day("2026-10-30")))
    }

    @Test(arguments: [
        ("2025-12-21", "2025-12-20", "the last day, 2025-12-20, is before the first, 2025-12-21"),
        ("2025-01-02", "2025-12-20", "2025-01-02 is beyond the reference rates, which cover"),
        ("2026-10-01", "2026-10-31", "2026-10-31 is beyond the reference rates, which cover"),
    ])
    func `a span beyond the reference rates is refused with their days`(
        first: String, last: String, problem: String
    ) throws {
        let (first, last) = (try Self.day(first), try Self.day(last))
        let error = #expect(throws: RehearsalError.self) {
            try RehearsalSpan(from: first, to: last)
        }
        #expect(error?.description.hasPrefix(problem) == true, "\(error?.description ?? "")")
    }
}
