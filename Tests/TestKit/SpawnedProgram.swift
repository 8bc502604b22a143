import CGlibc
import Glibc

/// A program and what it is started with.
///
/// Not Foundation's `Process`: it reads behind the end of a folder's entry where a thousand
/// descriptors are open, and leaves the signals blocked that are blocked in a thread of Dispatch.
struct SpawnedProgram {
    let path: String
    /// Without its own name.
    let arguments: [String]
    let environment: [String: String]
    /// Where it runs; nil: where the test does.
    let directory: String?
    /// The descriptor that becomes its standard input; nil: nothing is to be read.
    let input: Int32?
    let output: Int32
    let errors: Int32

    /// Starts it with these three descriptors alone, in a group of its own, no signal blocked or
    /// ignored; gives its number.
    ///
    /// - Throws: ``ChildProcess/NotStarted``.
    func start() throws(ChildProcess.NotStarted) -> pid_t {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        if let directory { posix_spawn_file_actions_addchdir_np(&actions, directory) }
        if let input {
            posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO)
        } else {
            posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
        }
        posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)
        posix_spawn_file_actions_adddup2(&actions, errors, STDERR_FILENO)
        posix_spawn_file_actions_addclosefrom_np(&actions, STDERR_FILENO + 1)

        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var signals = sigset_t()
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)
        sigfillset(&signals)
        posix_spawnattr_setsigdefault(&attributes, &signals)
        posix_spawnattr_setflags(
            &attributes,
            Int16(POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))

        var identifier = pid_t()
        let code = withCStrings([path] + arguments) { arguments in
            withCStrings(environment.map { "\($0)=\($1)" }) { environment in
                posix_spawn(&identifier, path, &actions, &attributes, arguments, environment)
            }
        }
        guard code == 0 else { throw ChildProcess.NotStarted(program: path, code: code) }
        return identifier
    }
}

/// Lends texts as C has them: pointers with a null behind the last.
private func withCStrings<Result>(
    _ texts: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
) -> Result {
    let copies = texts.map { strdup($0) }
    defer { for copy in copies { free(copy) } }
    return body(copies + [nil])
}
