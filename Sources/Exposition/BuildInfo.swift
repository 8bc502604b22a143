/// What the running program was built from.
public struct BuildInfo: Sendable, Hashable {
    public var version: String
    /// The revision of the source; empty where it is not known.
    public var revision: String
    public var swiftVersion: String

    /// Makes the facts of a build.
    public init(version: String, revision: String, swiftVersion: String) {
        self.version = version
        self.revision = revision
        self.swiftVersion = swiftVersion
    }
}
