import Glibc

/// Rights that root has even where the mode of a file denies them.
enum Unprivileged {
    /// Gives them up for good, where this process has them.
    static func become() {
        guard geteuid() == 0 else { return }
        // The user and the group that own nothing.
        guard setgid(65_534) == 0, setuid(65_534) == 0 else { exit(2) }
    }

    /// Has every write to a file fail from now on.
    static func writeNothing() {
        signal(SIGXFSZ, SIG_IGN)
        var limit = rlimit(rlim_cur: 0, rlim_max: 0)
        guard setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit) == 0 else { exit(2) }
    }
}
