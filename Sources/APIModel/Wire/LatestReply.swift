import Freshness

/// The body of a good answer, in the order of its fields; faults change it before it is written.
struct LatestReply: Sendable {
    /// A rate of the reply.
    struct Rate: Sendable {
        let symbol: String
        /// The value as JSON.
        var json: String
        /// The symbol's own class.
        var source: String
        /// The symbol's own time.
        var observedAt: Timestamp
    }

    var base: String
    var source: String
    var marketSession: String
    /// The time of the reply.
    var timestamp: Timestamp
    /// The time of the data, as text.
    var dataUpdatedAt: String
    var rates: [Rate]
    /// Whether symbols of another class than the reply's show their own time.
    var sendsEffectiveAt: Bool
    var notice = "Indicative rates, not for settlement."

    /// The body as text.
    var json: String {
        var fields = [
            (name: "result", json: JSONText.quoted("success")),
            ("base", JSONText.quoted(base)),
            ("source", JSONText.quoted(source)),
            ("market_session", JSONText.quoted(marketSession)),
            ("timestamp", JSONText.quoted(timestamp.wholeSecondText)),
            ("data_updated_at", JSONText.quoted(dataUpdatedAt)),
        ]
        let others = rates.filter { $0.source != source }
        if !others.isEmpty {
            fields.append(
                (
                    "sources",
                    JSONText.object(rates.map { ($0.symbol, JSONText.quoted($0.source)) })
                ))
            if sendsEffectiveAt {
                fields.append(
                    (
                        "effective_at",
                        JSONText.object(
                            others.map {
                                ($0.symbol, JSONText.quoted($0.observedAt.wholeSecondText))
                            })
                    ))
            }
        }
        fields.append(("rates", JSONText.object(rates.map { ($0.symbol, $0.json) })))
        fields.append(("notice", JSONText.quoted(notice)))
        return JSONText.object(fields)
    }
}
