import APIModel
import ExchangeRate
import Serving

/// What the command line asks for.
struct StandInOptions {
    /// What goes to standard output.
    enum Log: String, CaseIterable {
        case requests
        case none
    }

    var addresses: [ListenAddress] = []
    var provider = ProviderSettings()
    var log = Log.requests

    /// What a command line leads to.
    enum Command {
        case serve(StandInOptions)
        case help
        case version
    }

    /// A command line that cannot be followed: one line that says what is allowed.
    struct UsageError: Error, CustomStringConvertible {
        let description: String
    }

    /// Reads the arguments after the program's name; `--flag=value` and `--flag value` are alike.
    static func command(_ arguments: [String]) throws(UsageError) -> Command {
        var options = StandInOptions()
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            guard argument.hasPrefix("--") else {
                throw UsageError(description: "unexpected argument \"\(shown(argument))\"")
            }
            let sides = argument.dropFirst(2).split(
                separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let name = sides.first.map(String.init) ?? ""
            guard let flag = Flag(rawValue: name) else {
                throw UsageError(description: "unknown flag \"--\(shown(name))\"")
            }
            var value = sides.count == 2 ? String(sides[1]) : nil
            if flag.placeholder == nil {
                guard value == nil else {
                    throw UsageError(description: "--\(name) takes no value")
                }
            } else if value == nil {
                value = rest.popFirst()
            }
            switch flag {
            case .help: return .help
            case .version: return .version
            default: break
            }
            guard flag.placeholder == nil || value != nil else {
                throw UsageError(description: "--\(name) needs a value")
            }
            try options.set(flag, to: value ?? "")
        }
        if options.addresses.isEmpty {
            options.addresses = [.ipv4("127.0.0.1", port: 10979)]
        }
        return .serve(options)
    }

    private mutating func set(_ flag: Flag, to value: String) throws(UsageError) {
        switch flag {
        case .listenAddress: addresses.append(try Self.address(value))
        case .key:
            guard !value.isEmpty else { throw Self.wrong(flag, "", "a key that is not empty") }
            provider.key = value
        case .limits: provider.enforcesLimits = true
        case .monthlyQuota:
            guard let count = Int(value), count >= 0 else {
                throw Self.wrong(flag, value, "a whole number from 0")
            }
            provider.monthlyQuota = count
        case .source: provider.feed = try Self.choice(flag, value)
        case .closedMarket: provider.closedMarket = try Self.choice(flag, value)
        case .dailyStamp: provider.dailyStamp = try Self.choice(flag, value)
        case .dailyDelay:
            guard let delay = DurationText.duration(value) else {
                throw Self.wrong(flag, value, "a duration such as 90s, 6h, 1h30m")
            }
            provider.publicationDelay = delay
        case .dailySymbols: provider.dailyCurrencies = try Self.currencies(flag, value)
        case .effectiveAt: provider.sendsEffectiveAt = true
        case .seed:
            guard let seed = UInt64(value) else {
                throw Self.wrong(flag, value, "a whole number from 0")
            }
            provider.seed = seed
        case .log: log = try Self.choice(flag, value)
        case .help, .version: break
        }
    }

    /// Reads an address of the loopback network: the control path has no lock, so that nobody
    /// outside the machine may reach it.
    private static func address(_ text: String) throws(UsageError) -> ListenAddress {
        let address: ListenAddress
        do throws(ListenAddressError) {
            address = try ListenAddress(parsing: text)
        } catch {
            throw UsageError(description: "\(error)")
        }
        switch address {
        case .loopback, .ipv6("::1", port: _): return address
        case .ipv4(let host, port: _) where host.hasPrefix("127."): return address
        case .anyInterface, .ipv4, .ipv6, .unix, .inherited:
            throw wrong(
                .listenAddress, text, "127.0.0.1:PORT, [::1]:PORT, localhost:PORT")
        }
    }

    private static func currencies(
        _ flag: Flag, _ text: String
    ) throws(UsageError) -> Set<CurrencyCode> {
        var codes: Set<CurrencyCode> = []
        if text.isEmpty { return codes }
        for word in text.split(separator: ",", omittingEmptySubsequences: false) {
            guard let code = CurrencyCode(String(word)) else {
                throw wrong(flag, text, "currency codes with commas between them, such as IDR,ISK")
            }
            codes.insert(code)
        }
        return codes
    }

    private static func choice<Choice: CaseIterable & RawRepresentable<String>>(
        _ flag: Flag, _ value: String
    ) throws(UsageError) -> Choice {
        guard let choice = Choice(rawValue: value) else {
            throw wrong(
                flag, value, Choice.allCases.map(\.rawValue).joined(separator: ", "))
        }
        return choice
    }

    private static func wrong(_ flag: Flag, _ value: String, _ allowed: String) -> UsageError {
        UsageError(
            description: "--\(flag.rawValue)=\(shown(value)) is not possible; allowed: \(allowed)")
    }

    /// A text as an error shows it: short, and on one line.
    private static func shown(_ text: String) -> String {
        let clean = text.unicodeScalars.map { scalar in
            scalar.value < 0x20 || scalar.value == 0x7F ? "?" : String(scalar)
        }
        return clean.prefix(60).joined()
    }
}
