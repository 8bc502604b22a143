/// The names of the classes of data, as the API spells them.
enum SourceName {
    static let live = "live"
    static let daily = "ecb_daily"
    static let weekly = "fred_daily"
}
