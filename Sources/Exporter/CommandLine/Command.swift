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

    /// The same with the addresses and keys among the arguments cut, wherever it repeats them.
    func redacted(_ arguments: [String]) -> Self {
        var shown: [String: String] = [:]
        for argument in arguments {
            let value = argument.drop { $0 != "=" }.dropFirst()
            let words = argument.split { $0 == " " || $0 == "=" }
            for word in [argument[...], value] + words {
                let (word, clean) = (String(word), Configuration.redaction.cleanWord(String(word)))
                guard clean != word else { continue }
                shown[word] = clean
                // It may be told of in parts, as of a host and a port.
                for part in word.split(separator: ":").dropFirst() where part.contains("@") {
                    shown[String(part)] = Redaction.mask
                }
            }
        }
        var error = self
        // One may be a part of another.
        for (word, clean) in shown.sorted(by: { $0.key.utf8.count > $1.key.utf8.count }) {
            error.message = error.message.replacing(word, with: clean)
        }
        return error
    }

    /// The line for standard error, in the words of Prometheus' programs.
    var description: String {
        "\(HelpText.program): error: \(message.printable)\(message.hasSuffix("?") ? " Or try" : "; try") --help"
    }
}
