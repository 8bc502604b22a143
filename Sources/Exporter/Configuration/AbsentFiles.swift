import ConfigTree

/// Files that settings name and that cannot be read, where the work goes on without them.
///
/// For a rehearsal, which sends nothing: the files of a server need not be where it runs.
final class AbsentFiles {
    /// What an operator should know, a sentence a file.
    private(set) var warnings: [String] = []

    /// Takes note of a file, and of why it cannot be read.
    func note(_ path: String, _ reason: String) {
        let warning = "\(path.printable) \(reason); rehearsed as if it were there"
        if !warnings.contains(warning) { warnings.append(warning) }
    }
}
