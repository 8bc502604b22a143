/// What a daemon takes after some simulated hours.
struct SoakSample {
    let hour: Int
    let usage: ProcessUsage
    /// In bytes, of all files of the state.
    let state: Int
    /// In bytes, what of them held something at the last look.
    let used: Int
    /// In bytes, since the start.
    let log: Int
    /// Since the start.
    let requests: Int
    /// Since the start.
    let notifications: Int
}
