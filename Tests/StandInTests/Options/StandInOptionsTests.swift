import APIModel
import ExchangeRate
import Serving
import Testing

@testable import StandIn

struct StandInOptionsTests {
    @Test func `without flags it listens on its own port, with the limits off`() throws {
        let options = try serve([])
        #expect(options.addresses == [.ipv4("127.0.0.1", port: 10979)])
        #expect(options.provider == ProviderSettings())
        #expect(options.log == .requests)
    }

    @Test func `all flags are taken, in both spellings`() throws {
        let options = try serve([
            "--web.listen-address=127.0.0.1:0", "--web.listen-address", "[::1]:8000",
            "--key=exr_live_1", "--limits", "--monthly-quota", "50000", "--source=ecb_daily",
            "--closed-market=pauses", "--daily-stamp=midnight", "--daily-delay=6h",
            "--daily-symbols=ISK,RON", "--effective-at", "--seed=7", "--log=none",
        ])
        var expected = ProviderSettings()
        expected.key = "exr_live_1"
        expected.enforcesLimits = true
        expected.monthlyQuota = 50_000
        expected.feed = .daily
        expected.closedMarket = .pauses
        expected.dailyStamp = .midnight
        expected.publicationDelay = .seconds(21_600)
        expected.dailyCurrencies = Set(["ISK", "RON"].compactMap(CurrencyCode.init))
        expected.sendsEffectiveAt = true
        expected.seed = 7
        #expect(options.provider == expected)
        #expect(
            options.addresses == [.ipv4("127.0.0.1", port: 0), .ipv6("::1", port: 8000)])
        #expect(options.log == .none)
        #expect(try serve(["--daily-symbols="]).provider.dailyCurrencies == [])
    }

    @Test(arguments: [
        (["serve"], "unexpected argument \"serve\""), (["--fast"], "unknown flag \"--fast\""),
        (["--"], "unknown flag \"--\""), (["-h"], "unexpected argument \"-h\""),
        (["--limits=yes"], "--limits takes no value"), (["--key"], "--key needs a value"),
        (["--help=1"], "--help takes no value"),
        (["--key="], "--key= is not possible; allowed: a key that is not empty"),
        (["--seed=-1"], "--seed=-1 is not possible; allowed: a whole number from 0"),
        (
            ["--monthly-quota=x"],
            "--monthly-quota=x is not possible; allowed: a whole number from 0"
        ),
        (["--source=fred"], "--source=fred is not possible; allowed: live, ecb_daily"),
        (["--log=all"], "--log=all is not possible; allowed: requests, none"),
        (["--daily-delay=6"], "--daily-delay=6 is not possible; allowed: a duration such as"),
        (["--daily-symbols=X"], "--daily-symbols=X is not possible; allowed: currency codes"),
        (
            ["--web.listen-address=:10979"],
            "--web.listen-address=:10979 is not possible; allowed: 127.0.0.1:PORT"
        ),
        (["--web.listen-address=10.0.0.1:1"], "--web.listen-address=10.0.0.1:1 is not possible"),
        (["--web.listen-address=unix:/tmp/s"], "--web.listen-address=unix:/tmp/s is not possible"),
        (["--web.listen-address=10979"], "listen address \"10979\" has no colon"),
        (["--a\u{1B}[2J"], "unknown flag \"--a?[2J\""),
    ])
    func `a wrong command line is refused with what is allowed`(
        arguments: [String], message: String
    ) {
        do {
            _ = try StandInOptions.command(arguments)
            Issue.record("it was taken")
        } catch {
            #expect(error.description.hasPrefix(message))
        }
    }

    @Test func `help and version end the reading`() throws {
        guard case .help = try StandInOptions.command(["--help", "nonsense"]),
            case .version = try StandInOptions.command(["--limits", "--version"])
        else {
            Issue.record("neither help nor version")
            return
        }
    }

    private func serve(_ arguments: [String]) throws -> StandInOptions {
        guard case .serve(let options) = try StandInOptions.command(arguments) else {
            throw StandInOptions.UsageError(description: "no command to serve")
        }
        return options
    }
}
