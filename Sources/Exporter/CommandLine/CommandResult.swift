/// How a sub-command ended.
struct CommandResult: Sendable, Hashable {
    /// For standard output.
    var output = ""
    /// For standard error.
    var errors = ""
    var exitCode: Int32
}
