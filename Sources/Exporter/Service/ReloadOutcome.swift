/// What came of a reload.
enum ReloadOutcome: Sendable, Hashable {
    /// The new configuration is in force.
    case taken
    /// Why the one before it stays in force.
    case refused(String)
    /// Nothing was read: another reload is not done yet.
    case underWay
}
