import ExchangeRate
import Freshness

/// The rates that the provider shows at a time.
struct RateBoard: Sendable {
    let rates: ReferenceRates
    let settings: ProviderSettings

    /// The reply to a question, with the content that faults give it.
    func reply(
        to question: Question, faults: [Fault], at now: Timestamp
    ) throws(APIErrorCode) -> LatestReply {
        var dataTime = now
        var feed: String?
        for fault in faults {
            switch fault {
            case .frozen(let time): dataTime = min(dataTime, time)
            case .older(let delay): dataTime = dataTime - delay
            case .source(let name): feed = name
            case .limit, .error, .page, .redirect, .garbage, .empty, .emptyObject, .gzipBomb,
                .future, .stamp, .missing, .extra, .number, .base, .huge, .slow, .hang, .drip,
                .reset, .cut:
                break
            }
        }
        let board = quotations(of: feed, at: dataTime)
        var reply = try self.reply(to: question, from: board, now: now)
        if let feed, board.source != feed { reply.rename(board.source, to: feed) }
        for fault in faults {
            apply(fault, to: &reply, of: question, from: board, dataTime: dataTime, now: now)
        }
        return reply
    }

    /// What each currency is quoted from at a time.
    private struct Board {
        /// The class that the reply names.
        let source: String
        let live: Quotation?
        let fixed: Quotation?
        /// Which currencies have no live values.
        let fixedCurrencies: Set<CurrencyCode>

        /// The value of a pair, its class and time; nil where a side has none.
        func rate(of symbol: CurrencyCode, for base: CurrencyCode) -> LatestReply.Rate? {
            // A pair is as fresh as the older of its sides.
            let isFixed = fixedCurrencies.contains(symbol) || fixedCurrencies.contains(base)
            guard let quotation = isFixed ? fixed : live ?? fixed,
                let quote = quotation.value(of: symbol), let unit = quotation.value(of: base)
            else { return nil }
            return LatestReply.Rate(
                symbol: symbol.text, json: CrossRate(of: quote, for: unit).text,
                source: quotation.source, observedAt: quotation.stamp)
        }

        func covers(_ currency: CurrencyCode) -> Bool {
            (live ?? fixed)?.value(of: currency) != nil
        }
    }

    private func quotations(of feed: String?, at time: Timestamp) -> Board {
        let daily = Quotation.daily(rates, at: time, settings: settings)
        switch feed ?? settings.feed.rawValue {
        case SourceName.daily:
            return Board(
                source: SourceName.daily, live: nil, fixed: daily, fixedCurrencies: [])
        case SourceName.weekly:
            return Board(
                source: SourceName.weekly, live: nil,
                fixed: Quotation.weekly(rates, at: time), fixedCurrencies: [])
        default:
            return Board(
                source: SourceName.live,
                live: Quotation.live(rates, at: time, settings: settings), fixed: daily,
                fixedCurrencies: settings.dailyCurrencies)
        }
    }

    private func reply(
        to question: Question, from board: Board, now: Timestamp
    ) throws(APIErrorCode) -> LatestReply {
        guard board.covers(.euro) else { throw .dataUnavailable }
        guard board.covers(question.base) else { throw .unsupportedBase }
        let all = [CurrencyCode.euro] + rates.currencies
        let symbols = question.symbols ?? all.filter { $0 != question.base }
        let found = symbols.compactMap { board.rate(of: $0, for: question.base) }
        guard let first = found.first else { throw .invalidPair }
        let leading = found.first { $0.source == board.source } ?? first
        return LatestReply(
            base: question.base.text, source: leading.source, marketSession: Self.session(at: now),
            timestamp: now, dataUpdatedAt: leading.observedAt.wholeSecondText, rates: found,
            sendsEffectiveAt: settings.sendsEffectiveAt)
    }

    private func apply(
        _ fault: Fault, to reply: inout LatestReply, of question: Question, from board: Board,
        dataTime: Timestamp, now: Timestamp
    ) {
        switch fault {
        case .future(let lead): reply.dataUpdatedAt = (now + lead).wholeSecondText
        case .stamp(let text): reply.dataUpdatedAt = text
        case .missing(let symbols):
            let missing = symbols.isEmpty ? reply.rates.prefix(1).map(\.symbol) : symbols
            reply.rates.removeAll { missing.contains($0.symbol) }
        case .extra(let symbols):
            reply.rates += symbols.map { symbol in
                board.rate(of: symbol, for: question.base)
                    ?? LatestReply.Rate(
                        symbol: symbol.text, json: "1.2345", source: reply.source,
                        observedAt: dataTime)
            }
        case .number(let wrong, let symbols):
            let changed = symbols.isEmpty ? reply.rates.prefix(1).map(\.symbol) : symbols
            for index in reply.rates.indices where changed.contains(reply.rates[index].symbol) {
                reply.rates[index].json = wrong.json(for: reply.rates[index].json)
            }
        case .base(let other):
            let asked = question.symbols ?? [CurrencyCode.euro] + rates.currencies
            reply.base = other.text
            reply.rates = asked.compactMap { board.rate(of: $0, for: other) }
        case .frozen, .older, .source, .limit, .error, .page, .redirect, .garbage, .empty,
            .emptyObject, .gzipBomb, .huge, .slow, .hang, .drip, .reset, .cut:
            break
        }
    }

    /// The session by the calendar of New York.
    static func session(at time: Timestamp) -> String {
        let day = FXCalendar.tradingDay(at: time)
        if FXCalendar.isWeekend(day) { return "weekend" }
        return FXCalendar.isHoliday(day) ? "interbank_closed" : "open"
    }
}

extension LatestReply {
    /// Gives a class another name.
    fileprivate mutating func rename(_ source: String, to name: String) {
        if self.source == source { self.source = name }
        for index in rates.indices where rates[index].source == source {
            rates[index].source = name
        }
    }
}
