import Freshness
import Testing

@testable import Rehearsal

struct BusiestSpansTests {
    @Test func `the most requests of a minute and of an hour are found`() {
        var spans = BusiestSpans()
        // Three within a minute, one just after it, and one an hour after the first.
        for second in [0, 30, 59, 60, 3600] {
            spans.note(.epoch + .seconds(second))
        }
        #expect(spans.inMinute == 3)
        #expect(spans.inHour == 4)
    }

    @Test func `what is long ago is forgotten, and counted no more`() {
        var spans = BusiestSpans()
        for second in 0..<20_000 { spans.note(.epoch + .seconds(second)) }
        #expect(spans.inMinute == 60)
        #expect(spans.inHour == 3600)
    }
}
