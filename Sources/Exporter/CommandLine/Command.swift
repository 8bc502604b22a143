import ConfigTree
import ExchangeRate

/// What the program is asked to do.
enum Command: Sendable, Hashable {
    /// Runs the daemon.
    case run
    case checkConfig
    /// Asks once; without symbols for all that the API returns.
    case fetch(base: CurrencyCode, symbols: [CurrencyCode])
    /// Sends a test notification to the receivers of these names; to all where none is named.
    case testAlert(receivers: [String])
    /// Runs the settings on a virtual clock.
    case rehearse
    /// Asks the running daemon whether it works.
    case health
    /// Shows the help of the sub-command of this name; nil: that of the program.
    case showHelp(of: String?)
    /// Shows the version; those of the libraries as well where it is verbose.
    case showVersion(isVerbose: Bool)
}

/// A wrong use of the command line; ends the program with 2.
struct UsageError: Error, Hashable, CustomStringConvertible {
    /// What is wrong, and what is allowed.
    var message: String

    /// A word of the command line as an error may show it: an address is cut, like those of receivers.
    static func shown(_ word: String) -> String {
        word.contains("@") ? Redaction.cutAddress(word) : Redaction().clean(word)
    }

    /// The line for standard error, in the words of Prometheus' programs.
    var description: String {
        "\(HelpText.program): error: \(message.printable)\(message.hasSuffix("?") ? " Or try" : "; try") --help"
    }
}
