import Glibc

/// Rights that root has even where the mode of a file denies them.
enum Unprivileged {
    /// Gives them up for good, where this process has them.
    static func become() {
        guard geteuid() == 0 else { return }
        // The user and the group that own nothing.
        guard setgid(65_534) == 0, setuid(65_534) == 0 else { exit(2) }
    }
}
