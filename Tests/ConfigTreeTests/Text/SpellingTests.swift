import ConfigTree
import Testing

struct SpellingTests {
    @Test(arguments: [
        ("intervall", "interval"), ("intreval", "interval"), ("min-interval", "min_interval"),
        ("Interval", "interval"), ("max_intervals", "max_interval"),
    ])
    func `a slip is recognised`(word: String, meant: String) {
        let words = ["interval", "min_interval", "max_interval", "timeout"]
        #expect(Spelling.nearest(to: word, among: words) == meant)
    }

    @Test(arguments: ["", "x", "frequency", String(repeating: "interval", count: 1000)])
    func `a word that is far from all is left alone`(word: String) {
        #expect(Spelling.nearest(to: word, among: ["interval", "timeout"]) == nil)
    }
}
