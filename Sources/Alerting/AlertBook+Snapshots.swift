public import Domain
public import ExchangeRate

extension AlertBook {
    /// The classes that are missed by base, since data of another one took their place.
    public var missingClasses: [CurrencyCode: Set<String>] { downgrades.missing }

    /// Whether a limit answer is among the last answers.
    public var hasLimitAnswers: Bool { answers.contains { $0 == .limit || $0 == .quota } }

    /// Pending and firing alerts.
    public var alerts: [AlertKey: AlertState] { trackers.compactMapValues(\.state) }

    /// What fires, by name and in the order of bases.
    public var firing: [AlertName: [Alert]] {
        let alerts = trackers.sorted { $0.key < $1.key }.compactMap { key, tracker in
            tracker.firingAlert.map { (key.name, [$0]) }
        }
        return Dictionary(alerts, uniquingKeysWith: +)
    }

    /// Every alert that can be, sorted; rules that are switched off are left out.
    public func snapshots(of bases: [CurrencyCode]) -> [AlertSnapshot] {
        let keys =
            bases.flatMap { base in
                [AlertName.stale, .symbolStale].map { AlertKey(name: $0, base: base) }
            } + [AlertKey(name: .limited), AlertKey(name: .keyRejected)]
        let possible = keys.filter { settings[$0.name].isEnabled }
        return Set(possible + trackers.keys).sorted().map { key in
            AlertSnapshot(key: key, state: trackers[key]?.state)
        }
    }
}
