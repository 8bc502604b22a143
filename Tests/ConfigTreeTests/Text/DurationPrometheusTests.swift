import ConfigTree
import Testing

struct DurationPrometheusTests {
    @Test(arguments: [
        ("0", 0), ("0s", 0), ("250ms", 250), ("10s", 10_000), ("1h30m", 5_400_000),
        ("1d", 86_400_000), ("1w", 604_800_000), ("1y", 31_536_000_000), ("90m", 5_400_000),
        ("1y2w3d4h5m6s7ms", 33_019_506_007),
        ("0001s", 1000), ("292y", 9_208_512_000_000),
    ])
    func `a duration of Prometheus is read`(text: String, milliseconds: Int) throws {
        #expect(try Duration(prometheus: text) == .milliseconds(milliseconds))
    }

    @Test(arguments: [
        ("", PrometheusDurationError.malformed), ("s", .malformed), ("1.5h", .malformed),
        ("-1s", .malformed), ("+1s", .malformed), ("1 s", .malformed), ("1s ", .malformed),
        ("1m1h", .malformed), ("1h1h", .malformed), ("1S", .malformed), ("1us", .malformed),
        ("1:30", .malformed), ("1h30", .malformed), ("٣s", .malformed), ("300", .unitMissing),
        ("293y", .outOfRange), ("99999999999999999999s", .outOfRange),
        ("9223372036854775807y", .outOfRange), ("292y52w", .outOfRange),
    ])
    func `what is no duration is refused`(text: String, error: PrometheusDurationError) {
        #expect(throws: error) { try Duration(prometheus: text) }
    }

    @Test(arguments: [
        (0, "0s"), (250, "250ms"), (5_400_000, "1h30m"), (86_400_000, "1d"),
        (93_600_000, "26h"), (266_400_000, "74h"), (518_400_000, "6d"), (1_123_200_000, "13d"),
        (1_209_600_000, "2w"), (31_536_000_000, "1y"), (61_001, "1m1s1ms"), (-90_000, "-1m30s"),
    ])
    func `a duration is printed as Prometheus does`(milliseconds: Int, text: String) {
        #expect(Duration.milliseconds(milliseconds).prometheusText == text)
    }
}
