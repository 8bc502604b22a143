import Testing

@testable import Exporter

@Suite struct RateTextTests {
    @Test(arguments: [
        ("0.86250", "0.86250"), ("1", "1"), ("0", "0"), ("144.32", "144.32"),
        ("1.2345678", "1.2345678"), ("0.000001841549", "0.000001841549"),
    ])
    func `a rate of up to eight significant digits is shown as it came`(
        _ exact: String, _ shown: String
    ) {
        #expect(RateText(exact: exact).text == shown)
    }

    @Test(arguments: [
        ("0.0069290465631929046563192904656", "0.0069290466"),
        ("1.23456785", "1.2345679"), ("1.23456784999", "1.2345678"),
        ("9.99999995", "10.0000000"), ("0.099999999", "0.099999999"),
        ("0.0999999995", "0.100000000"), ("99999999.5", "100 000 000"),
        ("1.000000000000", "1.0000000"), ("0.00000000", "0.00000000"),
    ])
    func `a longer one is rounded at the eighth, a half upwards`(
        _ exact: String, _ shown: String
    ) {
        #expect(RateText(exact: exact).text.replacing("\u{202F}", with: " ") == shown)
    }

    @Test(arguments: [
        ("999", "999"), ("1000", "1 000"), ("16234.5", "16 234.5"),
        ("123456.789", "123 456.79"), ("1234567.125", "1 234 567.1"),
        ("1234567890.5", "1 234 567 891"), ("12345678901234567890", "12 345 678 901 234 567 890"),
    ])
    func `the whole part is never rounded, and stands in groups of three`(
        _ exact: String, _ shown: String
    ) {
        #expect(RateText(exact: exact).text == shown.replacing(" ", with: "\u{202F}"))
    }

    @Test(arguments: ["", ".", ".5", "5.", "1.2.3"])
    func `what is no decimal is survived`(_ text: String) {
        #expect(RateText(exact: text).text.count <= text.count)
    }
}
