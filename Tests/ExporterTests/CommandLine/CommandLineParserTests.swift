import ExchangeRate
import Freshness
import Rehearsal
import Serving
import Testing

@testable import Exporter

struct CommandLineParserTests {
    private func options(_ change: (inout Options) -> Void) -> Options {
        var options = Options()
        change(&options)
        return options
    }

    @Test func `no arguments run the daemon with the defaults`() throws {
        let invocation = try CommandLineParser.parse([])
        #expect(invocation.command == .run)
        #expect(invocation.options == Options())
    }

    @Test(arguments: [
        (["run"], "run"), (["check-config"], "check-config"), (["health"], "health"),
        (["--", "check-config"], "check-config"),
        (["-h"], "help"), (["--help"], "help"),
        (["help"], "help"), (["version"], "version"),
        (["--version"], "version"), (["--log.level=debug", "--version", "--nonsense"], "version"),
        (["--version", "--verbose"], "verbose version"),
        (["--verbose", "--version"], "verbose version"),
        (["--verbose", "version"], "verbose version"),
    ])
    func `a command is recognised`(arguments: [String], name: String) throws {
        let commands: [String: Command] = [
            "run": .run, "check-config": .checkConfig, "health": .health,
            "help": .showHelp(of: nil),
            "version": .showVersion(isVerbose: false),
            "verbose version": .showVersion(isVerbose: true),
        ]
        #expect(try CommandLineParser.parse(arguments).command == commands[name])
    }

    @Test(arguments: [
        (["fetch", "--help"], "fetch"), (["fetch", "USD", "-h"], "fetch"),
        (["--help", "fetch"], "fetch"), (["--log.level=debug", "run", "--help"], "run"),
        (["help", "health"], "health"), (["help", "nonsense"], nil), (["nonsense", "-h"], nil),
    ])
    func `a help is of the command beside it`(arguments: [String], name: String?) throws {
        #expect(try CommandLineParser.parse(arguments).command == .showHelp(of: name))
    }

    @Test(arguments: [
        (["--web.enable-lifecycle"], true), (["--web.enable-lifecycle=true"], true),
        (["--web.enable-lifecycle=false"], false), (["--no-web.enable-lifecycle"], false),
        (["--web.enable-lifecycle", "--no-web.enable-lifecycle"], false), ([], false),
    ])
    func `a switch is on or off, as the last one says`(arguments: [String], isOn: Bool) throws {
        #expect(try CommandLineParser.parse(arguments).options.isLifecycleEnabled == isOn)
    }

    @Test func `fetch takes a base and symbols in either case`() throws {
        let base = try #require(CurrencyCode("USD"))
        let symbols = ["EUR", "GBP"].compactMap { CurrencyCode($0) }
        let invocation = try CommandLineParser.parse([
            "fetch", "usd", "--output=json", "EUR", "gbp",
        ])
        #expect(invocation.command == .fetch(base: base, symbols: symbols))
        #expect(invocation.options.output == .json)
        let all = try CommandLineParser.parse(["fetch", "USD"])
        #expect(all.command == .fetch(base: base, symbols: []))
    }

    @Test func `test-alert takes names of receivers, or none for all`() throws {
        let some = try CommandLineParser.parse(["test-alert", "on call", "--", "--chat"])
        #expect(some.command == .testAlert(receivers: ["on call", "--chat"]))
        let all = try CommandLineParser.parse(["test-alert", "--web.external-url=https://fx/"])
        #expect(all.command == .testAlert(receivers: []))
        #expect(all.options.externalURL == "https://fx/")
    }

    @Test func `rehearse takes days and incidents, and shares the form of what is printed`() throws
    {
        let incident = "freeze 2025-12-23T10:00Z 3h"
        let invocation = try CommandLineParser.parse([
            "rehearse", "--from=2025-12-20", "--to", "2026-01-05", "--incident", incident,
            "--incident=\(incident)", "--output=json", "--feed=ecb_daily",
        ])
        #expect(invocation.command == .rehearse)
        #expect(invocation.options.output == .json)
        let rehearsal = invocation.options.rehearsal
        #expect(rehearsal.first?.description == "2025-12-20")
        #expect(rehearsal.last?.description == "2026-01-05")
        #expect(rehearsal.incidents.map(\.title) == ["freeze", "freeze"])
        #expect(rehearsal.feed == .daily)
    }

    @Test func `every flag takes its value after an equals sign or a blank`() throws {
        let values: [(String, String)] = [
            ("config.file", "a b.yml"), ("web.config.file", "web.yml"),
            ("storage.path", "/var/lib"),
            ("web.listen-address", "127.0.0.1:0"), ("web.telemetry-path", "/m"),
            ("web.max-requests", "7"), ("log.level", "error"), ("log.format", "json"),
        ]
        let expected = options {
            $0.configFile = "a b.yml"
            $0.webConfigFile = "web.yml"
            $0.storagePath = "/var/lib"
            $0.listenAddresses = [.ipv4("127.0.0.1", port: 0)]
            $0.telemetryPath = "/m"
            $0.maxRequests = 7
            $0.logLevel = .error
            $0.logFormat = .json
        }
        let joined = values.map { "--\($0)=\($1)" }
        let split = values.flatMap { ["--\($0)", $1] }
        #expect(try CommandLineParser.parse(joined).options == expected)
        #expect(try CommandLineParser.parse(["run"] + split).options == expected)
        #expect(try CommandLineParser.parse(split + ["check-config"]).options == expected)
    }

    @Test func `the default that the help shows is the one in force`() throws {
        for flag in FlagCatalogue.flags {
            guard case .value(_, let standard, let apply) = flag.effect, !standard.isEmpty else {
                continue
            }
            var options = Options()
            try apply(standard, true, &options)
            #expect(options == Options(), "\(flag.name)")
        }
    }

    @Test func `names are given once, and each is in the help`() {
        let names = FlagCatalogue.flags.map(\.name)
        #expect(Set(names).count == names.count)
        for flag in FlagCatalogue.flags { #expect(HelpText.text.contains(" \(flag.usage)")) }
        for subcommand in SubcommandCatalogue.subcommands {
            #expect(HelpText.text.contains("\n  \(subcommand.name)"))
        }
    }

    @Test(arguments: [
        ([":0"], [":0"]), (["[::1]:9"], ["[::1]:9"]), (["unix:/run/x"], ["unix:/run/x"]),
        ([":1", "127.0.0.1:2"], [":1", "127.0.0.1:2"]), ([":0", ":0"], [":0", ":0"]),
    ])
    func `listen addresses add up`(values: [String], addresses: [String]) throws {
        let arguments = values.map { "--web.listen-address=\($0)" }
        let parsed = try CommandLineParser.parse(arguments).options.listenAddresses
        #expect(parsed.map(\.description) == addresses)
    }

    @Test func `an empty storage path keeps the state in memory`() throws {
        #expect(try CommandLineParser.parse(["--storage.path="]).options.storagePath == nil)
        #expect(try CommandLineParser.parse(["--storage.path", ""]).options.storagePath == nil)
    }

    @Test func `no requests at a time stand for no limit`() throws {
        #expect(try CommandLineParser.parse(["--web.max-requests=0"]).options.maxRequests == nil)
    }

    @Test(arguments: [
        (["--colour"], "unknown long flag '--colour'"),
        (["--log.levle=info"], "unknown long flag '--log.levle'; did you mean --log.level?"),
        (["-x"], "unknown short flag '-x'"),
        (
            ["--web.systemd-socket"],
            "unknown long flag '--web.systemd-socket'; sockets of systemd are used without it"
        ),
        (
            ["-config.check"],
            "unknown short flag '-config.check'; the command check-config does that"
        ),
        (
            ["-config.file=x"],
            "unknown short flag '-config.file'; did you mean --config.file?"
        ),
        (["--config=x"], "unknown long flag '--config'; did you mean --config.file?"),
        (["--web=x"], "unknown long flag '--web'"),
        (["--config.file"], "expected a value for --config.file"),
        (
            ["--config.file", "--log.level=info"],
            "expected a value for --config.file, found \"--log.level=info\""
        ),
        (["--web.config.file="], "--web.config.file needs a path; leave it out for none"),
        (["--config.file="], "--config.file needs a path; leave it out for none"),
        (["--config.file=a", "--config.file=b"], "--config.file cannot be repeated"),
        (["--help=yes"], "--help takes no value"),
        (["--no-web.enable-lifecycle=yes"], "--no-web.enable-lifecycle takes no value"),
        (["--no-log.level"], "unknown long flag '--no-log.level'; did you mean --log.level?"),
        (
            ["--web.enable-lifecycle=yes"],
            "--web.enable-lifecycle: found \"yes\"; allowed is true or false, or none for true"
        ),
        (["start"], "unknown command \"start\""),
        (["chek-config"], "unknown command \"chek-config\"; did you mean check-config?"),
        (["my.yaml"], "unknown command \"my.yaml\"; did you mean --config.file=my.yaml?"),
        (["run", "now"], "unexpected argument \"now\""),
        (["check-config", "now"], "unexpected argument \"now\""),
        (
            ["check-config", "file.yml"],
            "unexpected argument \"file.yml\"; did you mean --config.file=file.yml?"
        ),
        (
            ["check-config", "https://hooks.example/T0KEN"],
            "unexpected argument \"https://hooks.example/…\""
        ),
        (
            ["https://hooks.example/T0KEN"],
            "unknown command \"https://hooks.example/…\""
        ),
        (
            ["fetch", "https://ada:hunter2@fx.example"],
            "\"https://fx.example/…\" is no currency; allowed are three letters, such as EUR"
        ),
        (
            ["--web.external-url=http://ada:hunter2@fx.example/"],
            "--web.external-url: found \"http://fx.example/…\"; "
                + "allowed is an http:// or https:// URL without user, query and fragment"
        ),
        (
            ["--web.external-url=ada:hunter2@fx.example"],
            "--web.external-url: found \"<redacted>\"; "
                + "allowed is an http:// or https:// URL without user, query and fragment"
        ),
        (
            ["--web.external-url=http://fx.example/?token=T0KEN"],
            "--web.external-url: found \"http://fx.example/…\"; "
                + "allowed is an http:// or https:// URL without user, query and fragment"
        ),
        (["fetch"], "fetch needs a base, such as: fetch USD EUR GBP"),
        (["fetch", "EURO"], "\"EURO\" is no currency; allowed are three letters, such as EUR"),
        (["fetch", "USD", ""], "\"\" is no currency; allowed are three letters, such as EUR"),
        (["--output=json"], "--output is no flag of run"),
        (
            ["fetch", "USD", "--output=xml"],
            "--output: found \"xml\"; allowed is one of table, json"
        ),
        (
            ["--log.level=trace"],
            "--log.level: found \"trace\"; allowed is one of debug, info, warn, error"
        ),
        (["--log.format="], "--log.format: found \"\"; allowed is one of logfmt, json"),
        (
            ["--web.max-requests=-1"],
            "--web.max-requests: found \"-1\"; allowed is a number from 0 to 65535"
        ),
        (
            ["--web.max-requests=+1"],
            "--web.max-requests: found \"+1\"; allowed is a number from 0 to 65535"
        ),
        (
            ["--web.telemetry-path="],
            "--web.telemetry-path: found \"\"; allowed is a path that begins with /, such as /metrics"
        ),
        (
            ["--web.telemetry-path=metrics"],
            "--web.telemetry-path: found \"metrics\"; allowed is a path that begins with /, "
                + "such as /metrics"
        ),
        (
            ["--web.telemetry-path=/a?b"],
            "--web.telemetry-path: found \"/a?b\"; allowed is a path that begins with /, "
                + "such as /metrics"
        ),
        (
            ["--web.telemetry-path=/"],
            "--web.telemetry-path: \"/\" is the path of another endpoint"
        ),
        (
            ["--web.telemetry-path=/-/healthy"],
            "--web.telemetry-path: \"/-/healthy\" is the path of another endpoint"
        ),
        (
            ["--web.telemetry-path=/v1/latest/USD"],
            "--web.telemetry-path: \"/v1/latest/USD\" is the path of another endpoint"
        ),
        (
            ["--web.listen-address=:1", "--web.listen-address=:1"],
            "--web.listen-address: \":1\" is given twice"
        ),
        (
            ["run", "--verbose"],
            "--verbose goes with --version; the log says more with --log.level=debug"
        ),
    ])
    func `a wrong use is told`(arguments: [String], message: String) {
        #expect(throws: UsageError(message: message)) {
            try CommandLineParser.parse(arguments)
        }
    }

    @Test(arguments: [
        "http://ada:hunter2@h", "ada:hunter2@h", "ada:hunter2@h.yml", "exr_live_hunter2",
        "freeze http://ada:hunter2@h 3h", "freeze 2025-12-23T10:00Z 3h base=ada:hunter2@h",
    ])
    func `no error repeats a secret, wherever it was typed`(word: String) {
        var lines = [
            [word], ["fetch", word], ["fetch", "USD", word], ["check-config", word], ["--\(word)"],
            ["-\(word)"], ["--\(word)=1"], ["--web.enable-lifecycle=\(word)"], ["--help=\(word)"],
        ]
        for flag in FlagCatalogue.flags {
            guard case .value = flag.effect else { continue }
            lines.append(["--\(flag.name)=\(word)"])
            lines.append(["--\(flag.name)", "--\(word)"])
        }
        for arguments in lines {
            do throws(UsageError) {
                _ = try CommandLineParser.parse(arguments)
            } catch {
                #expect(!error.description.contains("hunter2"), "\(arguments): \(error)")
            }
        }
    }

    @Test(arguments: ["::1:9", "10978", "host:9", ":99999", ":", "unix:x", "[::1]", "1.2.3:4"])
    func `a wrong listen address is a wrong use`(address: String) {
        #expect(throws: UsageError.self) {
            try CommandLineParser.parse(["--web.listen-address=\(address)"])
        }
    }

    @Test(arguments: [
        ["\u{1B}[2Jx"], ["--\u{1B}[2J"], ["--log.level=\u{9B}"], ["-\n"], ["fetch", "\u{2028}"],
        ["rehearse", "--incident=\u{7}"], ["--web.listen-address=\u{8}"],
    ])
    func `an argument that a terminal obeys is told, not obeyed`(arguments: [String]) {
        let error = #expect(throws: UsageError.self) {
            try CommandLineParser.parse(arguments)
        }
        let line = error?.description ?? ""
        #expect(line.contains("<U+"))
        #expect(line.unicodeScalars.filter(\.isObeyedOrHidden).isEmpty)
    }

    @Test(arguments: [
        (
            "unknown long flag '--x'",
            "exchangerate-exporter: error: unknown long flag '--x'; try --help"
        ),
        (
            "unknown long flag '--hlep'; did you mean --help?",
            "exchangerate-exporter: error: unknown long flag '--hlep'; did you mean --help? "
                + "Or try --help"
        ),
    ])
    func `a usage error is told in one line`(message: String, line: String) {
        #expect(UsageError(message: message).description == line)
    }
}
