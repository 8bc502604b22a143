import ConfigTree
import Domain
import ExchangeRate
import Polling
import Testing

struct WatchedBaseReadingTests {
    private func read(_ text: String) -> (value: [String], problems: [String]) {
        reading(text) { root in
            WatchedBase.bases(reading: root, poll: PollSettings()).map { base in
                let symbols = base.symbols.map(\.text).joined(separator: ",")
                return "\(base.base) \(symbols) \(base.interval.prometheusText)"
            }
        }
    }

    @Test(arguments: [
        ("", ["USD EUR,GBP,JPY 5m"]), ("rates:", ["USD EUR,GBP,JPY 5m"]),
        ("rates: [{base: EUR}]", ["EUR  5m"]), ("rates: [{base: EUR, symbols: }]", ["EUR  5m"]),
        ("rates: [{base: eur, symbols: []}]", ["EUR  5m"]),
        ("rates: [{base: EUR, symbols: [usd, CHF], interval: 1h}]", ["EUR CHF,USD 1h"]),
        ("rates: [{base: EUR, symbols: [USD, EUR]}]", ["EUR USD 5m"]),
        (
            "rates:\n- base: USD\n  symbols:\n  - NOK\n- base: 'GBP'\n",
            ["USD NOK 5m", "GBP  5m"]
        ),
    ])
    func `bases are read`(text: String, bases: [String]) {
        let result = read(text)
        #expect(result.value == bases)
        #expect(result.problems == [])
    }

    @Test(arguments: [
        ("USD", "1:8: rates: found USD; allowed is a list of bases, each with base and symbols"),
        ("[]", "1:8: rates: found an empty list; allowed is a list of at least one base"),
        ("[USD]", "1:9: rates[0]: found USD; allowed is a map of keys"),
        (
            "[{}]",
            "1:9: rates[0].base: missing; needed is a currency of three letters, such as EUR"
        ),
        (
            "[{base: USD}, {base: usd}]",
            "1:29: rates[1].base: USD is given twice; put its symbols into one list"
        ),
        (
            "[{base: EURO}]",
            "1:16: rates[0].base: found EURO; "
                + "allowed is a currency of three letters, such as EUR"
        ),
        (
            "[{base: ''}]",
            "1:16: rates[0].base: found an empty text; "
                + "allowed is a currency of three letters, such as EUR"
        ),
        (
            "[{base: USD, symbols: ['']}]",
            "1:31: rates[0].symbols[0]: found an empty text; "
                + "allowed is a currency of three letters, such as EUR"
        ),
        (
            "[{base: USD, symbols: [~]}]",
            "1:31: rates[0].symbols[0]: found nothing; "
                + "allowed is a currency of three letters, such as EUR"
        ),
        (
            "[{base: USD, symbols: EUR}]",
            "1:30: rates[0].symbols: found EUR; "
                + "allowed is a list of currencies, such as [EUR, GBP]"
        ),
        (
            "[{base: USD, symbols: [EUR, eur]}]",
            "1:36: rates[0].symbols[1]: EUR is given twice; remove one"
        ),
        (
            "[{base: USD, symbols: [USD]}]",
            "1:30: rates[0].symbols: found only the base itself; "
                + "name other currencies, or none for all"
        ),
        (
            "[{base: USD, interval: 0}]",
            "1:31: rates[0].interval: found 0; allowed is a duration from 1m to 1d"
        ),
        (
            "[{base: USD, interval: 2d}]",
            "1:31: rates[0].interval: found 2d; allowed is a duration from 1m to 1d"
        ),
        (
            "[{base: USD, symbol: [EUR]}]",
            "1:21: rates[0].symbol: unknown key; did you mean symbols?"
        ),
    ])
    func `a wrong base is refused by name and place`(text: String, problem: String) {
        #expect(read("rates: \(text)").problems == [problem])
    }
}
