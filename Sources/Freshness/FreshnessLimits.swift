/// How long data of each class may be the newest.
///
/// A limit counts from the observation to the time that newer data is due; the interval at which
/// the base is polled is added to each, since data is seen only when it is asked for.
public struct FreshnessLimits: Sendable, Hashable {
    /// The class of data that follows the market by the minute.
    public static let live = "live"

    /// Limits by class, as the API names the classes.
    public var classes: [String: Duration]
    /// The limit of `live` data whose reply says that the market is not open.
    public var liveClosed: Duration
    /// The limit of every class that `classes` lacks.
    public var unlisted: Duration

    /// The limits in force where nothing is configured.
    ///
    /// `ecb_daily` covers the longest legitimate gap from fix to fix, 120 h at Easter, and a day
    /// on top; `fred_daily` the weekly H.10 release with a holiday.
    public static let standard = FreshnessLimits(
        classes: [
            live: .seconds(15 * 60), "ecb_daily": .seconds(144 * 3600),
            "fred_daily": .seconds(13 * 86400),
        ],
        liveClosed: .seconds(74 * 3600), unlisted: .seconds(26 * 3600))

    /// Makes limits.
    public init(classes: [String: Duration], liveClosed: Duration, unlisted: Duration) {
        self.classes = classes
        self.liveClosed = liveClosed
        self.unlisted = unlisted
    }

    /// The limit of a class, as the session of its reply has it; nil stands for no session.
    public func limit(of source: String, marketSession: String?) -> Duration {
        if source == Self.live, let marketSession, marketSession != "open" {
            return liveClosed
        }
        return classes[source] ?? unlisted
    }

    /// The limit of `live` data, which also holds for data that never came.
    public var liveLimit: Duration { classes[Self.live] ?? unlisted }

    /// When newer data is due at the latest.
    ///
    /// - Parameters:
    ///   - source: the freshness class of the data.
    ///   - marketSession: the session that its reply named; nil where it named none.
    ///   - observedAt: the data's own time.
    ///   - interval: the time between two polls, summed along a chain of exporters.
    public func due(
        source: String, marketSession: String?, observedAt: Timestamp, interval: Duration
    ) -> Timestamp {
        observedAt + limit(of: source, marketSession: marketSession) + interval
    }
}
