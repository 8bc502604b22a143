import ExchangeRate
import Freshness

/// What all currencies are worth at one moment, in one class of data.
struct Quotation: Sendable {
    /// The freshness class.
    let source: String
    /// The data's own time.
    let stamp: Timestamp

    private let values: @Sendable (CurrencyCode) -> UnitsPerEuro?

    /// Units of a currency for one euro; nil where the class has none.
    func value(of currency: CurrencyCode) -> UnitsPerEuro? {
        values(currency)
    }

    /// The ECB's newest fix that was published by a time; nil before the data begins.
    static func daily(
        _ rates: ReferenceRates, at time: Timestamp, settings: ProviderSettings
    ) -> Quotation? {
        let published = time - settings.publicationDelay
        var day = TargetCalendar.day(onOrBefore: LocalClock.frankfurt.day(at: published))
        if TargetCalendar.publication(on: day) > published {
            day = TargetCalendar.day(before: day)
        }
        guard let row = rates.row(on: day) else { return nil }
        let stamp =
            switch settings.dailyStamp {
            case .publication: TargetCalendar.publication(on: day)
            case .midnight: day.startInUTC
            }
        return Quotation(source: SourceName.daily, stamp: stamp) {
            rates.value(of: $0, inRow: row)
        }
    }

    /// The newest noon rates of the Federal Reserve's weekly release; nil before the data begins.
    ///
    /// H.10 comes on Mondays at 16:15 New York time and holds the week before, up to Friday.
    static func weekly(_ rates: ReferenceRates, at time: Timestamp) -> Quotation? {
        let today = LocalClock.newYork.day(at: time)
        var monday = today - (today.weekday.rawValue - CivilDate.Weekday.monday.rawValue)
        if LocalClock.newYork.time(16, 15, on: monday) > time { monday = monday - 7 }
        let friday = monday - 3
        guard let row = rates.row(on: TargetCalendar.day(onOrBefore: friday)) else { return nil }
        return Quotation(source: SourceName.weekly, stamp: LocalClock.newYork.time(12, on: friday))
        {
            rates.value(of: $0, inRow: row)
        }
    }

    /// The market's values at the start of a minute; nil before the data begins.
    ///
    /// They run from fix to fix: each is a price of 14:15 in Frankfurt, the time of the ECB's
    /// daily concertation. While the market is closed they keep ticking around its closing, and
    /// they reopen with a gap.
    static func live(
        _ rates: ReferenceRates, at time: Timestamp, settings: ProviderSettings
    ) -> Quotation? {
        let closing = FXCalendar.closing(before: time)
        let stamp =
            switch settings.closedMarket {
            case .ticks: time.startOfMinute
            case .pauses: (closing ?? time).startOfMinute
            }
        let traded = (closing ?? time).startOfMinute
        var day = TargetCalendar.day(onOrBefore: LocalClock.frankfurt.day(at: traded))
        if LocalClock.frankfurt.time(14, 15, on: day) > traded {
            day = TargetCalendar.day(before: day)
        }
        let nextDay = TargetCalendar.day(after: day)
        guard let row = rates.row(on: day), let nextRow = rates.row(on: nextDay) else {
            return nil
        }
        let start = LocalClock.frankfurt.time(14, 15, on: day).minutesSinceEpoch
        let end = LocalClock.frankfurt.time(14, 15, on: nextDay).minutesSinceEpoch
        let movement = Movement(seed: settings.seed)
        return Quotation(source: SourceName.live, stamp: stamp) { currency in
            guard let fix = rates.value(of: currency, inRow: row) else { return nil }
            let next = rates.value(of: currency, inRow: nextRow) ?? fix
            return
                fix
                .moved(
                    towards: next, part: traded.minutesSinceEpoch - start, of: end - start
                )
                .shifted(
                    byMillionths: movement.millionths(
                        of: currency, minute: stamp.minutesSinceEpoch,
                        tradedMinute: traded.minutesSinceEpoch))
        }
    }

    private init(
        source: String, stamp: Timestamp,
        values: @escaping @Sendable (CurrencyCode) -> UnitsPerEuro?
    ) {
        self.source = source
        self.stamp = stamp
        self.values = values
    }
}
