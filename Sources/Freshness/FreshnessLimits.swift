/// How long data of each class may be the newest.
///
/// A limit counts from the observation to the time that newer data is due; the interval at which
/// the base is polled is added to each, since data is seen only when it is asked for.
public struct FreshnessLimits: Sendable, Hashable {
    /// The class of data that follows the market by the minute.
    public static let liveClass = "live"
    /// The class of the ECB's fixes.
    public static let ecbClass = "ecb_daily"
    /// How long after its publication a fix of the ECB may come where nothing is configured.
    public static let ecbGrace: Duration = .seconds(18 * 3600)

    /// The limit of `live` data, which also holds for data that never came.
    public var live: Duration
    /// The limit of `live` data while the market is closed; `live` where that is longer.
    public var liveClosed: Duration
    /// Limits of the other classes, as the API names them.
    public var classes: [String: FreshnessLimit]
    /// The limit of every class that `classes` lacks.
    public var unlisted: Duration

    /// The limits in force where nothing is configured.
    ///
    /// `liveClosed` covers the longest time that the market is closed for, 72 h where a holiday
    /// meets a weekend; `fred_daily` the weekly H.10 release with a holiday.
    public static let standard = FreshnessLimits(
        live: .seconds(15 * 60), liveClosed: .seconds(74 * 3600),
        classes: [
            ecbClass: .targetPublication(grace: ecbGrace),
            "fred_daily": .age(.seconds(13 * 86400)),
        ],
        unlisted: .seconds(26 * 3600))

    /// Makes limits.
    public init(
        live: Duration, liveClosed: Duration, classes: [String: FreshnessLimit], unlisted: Duration
    ) {
        self.live = live
        self.liveClosed = liveClosed
        self.classes = classes
        self.unlisted = unlisted
    }
}
