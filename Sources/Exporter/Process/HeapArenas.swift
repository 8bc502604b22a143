import CGlibc

/// The arenas of the C library's allocator.
enum HeapArenas {
    /// Has all threads share one.
    ///
    /// By default glibc gives threads up to eight arenas a core. What one thread frees then lies idle
    /// while another asks the system for more, and a daemon whose work wanders over threads grows for
    /// weeks. Small blocks come from a cache of each thread, with or without this. mallopt(3)
    static func share() {
        mallopt(M_ARENA_MAX, 1)
    }
}
