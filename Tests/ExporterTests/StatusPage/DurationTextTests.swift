import Freshness
import Testing

@testable import Exporter

@Suite struct DurationTextTests {
    @Test(arguments: [
        (Duration.zero, "0 s"), (.nanoseconds(999_999), "0 s"), (.milliseconds(1), "1 ms"),
        (.milliseconds(999), "999 ms"), (.seconds(1), "1 s"), (.milliseconds(1500), "1.5 s"),
        (.milliseconds(9999), "9.9 s"), (.milliseconds(10_900), "10 s"), (.seconds(59), "59 s"),
        (.seconds(60), "1 min"), (.seconds(61), "1 min 1 s"), (.seconds(720), "12 min"),
        (.seconds(3599), "59 min 59 s"), (.seconds(3600), "1 h"), (.seconds(3659), "1 h"),
        (.seconds(12_000), "3 h 20 min"), (.seconds(86_400), "1 d"),
        (.seconds(86_400 * 3 + 7200), "3 d 2 h"), (.seconds(-12_000), "3 h 20 min"),
        (.seconds(Int64.min), "106751 d 23 h"),
    ])
    func `a duration is told in its largest units`(_ duration: Duration, _ text: String) {
        #expect(DurationText.text(duration) == text)
    }
}
