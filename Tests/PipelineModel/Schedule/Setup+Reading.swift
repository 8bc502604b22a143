import Domain
import ExchangeRate
import Freshness

extension Setup {
    /// How many bytes a configuration is read from.
    static let byteCount = 48

    static let currencies = ["USD", "EUR", "GBP", "JPY", "CHF"].compactMap { CurrencyCode($0) }

    init(_ cursor: inout ByteCursor) {
        let size = cursor.byte()
        bases = (0..<(1 + Int(size) % 3)).map { Self.base($0, &cursor) }
        let isWide = size >= 240
        if isWide { bases += Self.crowd }
        minInterval = .seconds(cursor.choice([60, 10, 1, 30]))
        maxInterval = .seconds(cursor.choice([86400, 3600, 900]))
        maxBackoff = .seconds(cursor.choice([3600, 600, 60, 21600]))
        requestsPerMinute = cursor.choice([10, 0, 2, 1])
        requestsPerHour = cursor.choice([0, 0, 90, 20])
        // What is asked at once ages together.
        if isWide { (requestsPerMinute, requestsPerHour) = (0, 0) }
        live = .seconds(cursor.choice([900, 60, 300, 1800]))
        liveClosed = .seconds(cursor.choice([74 * 3600, 0, 3600, 10 * 3600]))
        fix = .seconds(cursor.choice([3600, 120, 600]))
        unlisted = .seconds(cursor.choice([7200, 60, 900]))
        labels = cursor.choice([[:], ["team": "fx"]])
        let holds = [0, 0, 1, 60, 600]
        let keeps = [300, 0, 60, 1]
        rules = [:]
        for name in AlertName.allCases {
            let hasFor = name == .stale || name == .symbolStale
            rules[name] = Rule(
                severity: name == .symbolStale ? "warning" : "critical",
                holdFor: hasFor ? .seconds(cursor.choice(holds)) : .zero,
                keepFiringFor: .seconds(cursor.choice(keeps)))
        }
        limitCount = cursor.choice([3, 1, 2])
        limitWindow = max(limitCount, cursor.choice([10, 3, 5, 1]))
        groupWait = .seconds(cursor.choice([10, 0, 1, 60]))
        groupInterval = .seconds(cursor.choice([60, 1, 30, 300]))
        repeatInterval = .seconds(cursor.choice([14400, 300, 60, 1800]))
        giveUpAfter = .seconds(cursor.choice([259_200, 600, 60, 3600]))
        let receiverCount = 1 + Int(cursor.byte()) % 3
        receivers = (0..<receiverCount).map { number in
            Receiver(
                name: "r\(number)", sendsResolved: cursor.choice([true, true, false]),
                alerts: cursor.choice([
                    Set(AlertName.allCases), [.stale], [.stale, .keyRejected],
                    [.symbolStale, .limited],
                ]))
        }
        for index in bases.indices {
            bases[index].interval = min(max(bases[index].interval, minInterval), maxInterval)
        }
    }

    /// More bases than a message names alerts.
    private static let crowd: [Base] = {
        let letters = "ABCDEFGHIJ".map { String($0) }
        let codes =
            letters.flatMap { first in letters.map { "Q\(first)\($0)" } }
            + letters.map { "R\($0)A" }
        return codes.compactMap { CurrencyCode($0) }.map { code in
            Base(code: code, symbols: [currencies[0]], interval: .seconds(900))
        }
    }()

    private static func base(_ index: Int, _ cursor: inout ByteCursor) -> Base {
        let code = currencies[index]
        let others = currencies.filter { $0 != code }
        let symbols: [CurrencyCode]
        switch cursor.byte() % 5 {
        case 0: symbols = [others[0]]
        case 1: symbols = Array(others.prefix(2))
        case 2: symbols = Array(others.prefix(3))
        case 3: symbols = others
        default: symbols = []
        }
        return Base(
            code: code, symbols: symbols.sorted(),
            interval: .seconds(cursor.choice([300, 60, 90, 600])))
    }
}
