import Domain
import ExchangeRate
import Freshness

extension Setup: CustomStringConvertible {
    /// The configuration in one paragraph, for people.
    var description: String {
        let polled = bases.map { base in
            let symbols =
                base.symbols.isEmpty ? "all" : base.symbols.map(\.text).joined(separator: " ")
            return "\(base.code): \(symbols) every \(base.interval)"
        }
        let rules = AlertName.allCases.map { name in
            let rule = rule(name)
            return "\(name.settingsKey) for \(rule.holdFor) keep \(rule.keepFiringFor)"
        }
        let told = receivers.map { receiver in
            let names = receiver.alerts.map(\.settingsKey).sorted().joined(separator: " ")
            return "\(receiver.name): \(names)\(receiver.sendsResolved ? "" : ", no ends")"
        }
        return """
            polls \(polled.joined(separator: ", ")); from \(minInterval) to \(maxInterval), backoff to \
            \(maxBackoff), \(requestsPerMinute) a minute, \(requestsPerHour) an hour; live \(live), closed \
            \(liveClosed), fix \(fix), others \(unlisted); \(rules.joined(separator: ", ")); \
            \(limitCount) of \(limitWindow); labels \(labels.sorted { $0.key < $1.key }); groups wait \
            \(groupWait), every \(groupInterval), again after \(repeatInterval), given up after \
            \(giveUpAfter); tells \(told.joined(separator: ", "))
            """
    }
}
