import Domain
import ExchangeRate
import Exposition
import Freshness

/// What the page shows of the account and of the exporter itself.
struct ExporterSection {
    var snapshot: Snapshot
    var build: BuildInfo
    var now: Moment

    var html: HTML {
        """
        <section class="card" aria-labelledby="h-account">
        <header><h2 id="h-account">Account</h2></header>
        <dl class="facts">
        \(Fact("Polling", isWide: snapshot.account.backoffUntil != nil, gate))
        \(Fact("Stretch", "×\(snapshot.account.stretch)"))
        \(Fact("Requests, as configured", isWide: true, requests))
        \(Fact("Requests this month", "\(snapshot.account.monthRequests)"))
        \(Fact("Monthly quota", isWide: true, quota))
        \(Fact("Access", snapshot.account.isKeyless ? "without a key" : "with a key"))
        \(Fact("Limit, as the API says", isWide: true, limits))
        </dl>
        </section>
        <section class="card" aria-labelledby="h-exporter">
        <header><h2 id="h-exporter">Exporter</h2></header>
        <dl class="facts">
        \(Fact("State", isWide: snapshot.storage.memoryReason != nil, storage))
        \(Fact("Configuration", isWide: true, configuration))
        \(heartbeat)\
        \(Fact("Version", version))
        </dl>
        </section>

        """
    }

    private var gate: HTML {
        guard let until = snapshot.account.backoffUntil, until > now.timestamp else {
            return "<span class=\"good\">allowed</span>"
        }
        let cause: HTML = snapshot.account.isQuotaSpent ? "the month's quota" : "a limit answer"
        return """
            <span class="bad">paused</span> after \(cause), until \
            <time datetime="\(UTCText.machine(until))">\(UTCText.dayAndTime(until))</time>
            """
    }

    /// What the configuration leads to, against what an address gets without a key.
    private var requests: HTML {
        let plan = snapshot.account.plan
        let counts = [plan.perMinute, plan.perHour, plan.perMonth].map(CountText.text)
        let rates: HTML = "\(counts[0]) a minute, \(counts[1]) an hour, \(counts[2]) a month"
        guard plan.isAnonymous else { return rates }
        let known: HTML = "known limits without a key: \(RequestPlan.anonymousLimits)"
        return plan.exceedsAnonymousLimits
            ? "\(rates)<br><span class=\"bad\">does not fit</span> the \(known)"
            : "\(rates)<br><span class=\"quiet\">\(known)</span>"
    }

    private var quota: HTML {
        let plan = snapshot.account.plan
        guard plan.monthlyQuota > 0 else { return "not known; poll.monthly_quota tells it" }
        return "\(plan.monthlyQuota)\(quotaOutlook)"
    }

    /// Until when the quota lasts at the present pace.
    private var quotaOutlook: HTML {
        switch QuotaOutlook(of: snapshot.account, at: now.timestamp) {
        case nil: ""
        case .lasts: ", lasts the month at the present pace"
        case .usedUp: ", <span class=\"bad\">used up</span> by the requests of this month"
        case .endsEarly(let end):
            """
            , <span class="bad">used up</span> at the present pace by \
            <time datetime="\(UTCText.machine(end))">\(UTCText.dayAndTime(end))</time>
            """
        }
    }

    private var limits: HTML {
        let limits = snapshot.account.limits
        let reset = limits.reset.flatMap { $0 > now.timestamp ? UTCText.dayAndTime($0) : nil }
        let until: HTML = reset.map { "until \($0)" } ?? ""
        guard let remaining = limits.remaining else { return reset == nil ? "not told" : until }
        return "\(Int(remaining)) requests left\(reset == nil ? "" : " ")\(until)"
    }

    private var storage: HTML {
        let errors = snapshot.storage.errors.sorted { $0.key.rawValue < $1.key.rawValue }
            .filter { $0.value > 0 }.map { "\($0.value) of \($0.key.rawValue)" }
            .joined(separator: ", ")
        let failures: HTML =
            errors.isEmpty ? "" : " <span class=\"quiet\">(failures: \(errors))</span>"
        guard let reason = snapshot.storage.memoryReason else {
            return "<span class=\"good\">stored</span>\(failures)"
        }
        return "<span class=\"bad\">in memory only</span>: <bdi>\(reason)</bdi>\(failures)"
    }

    private var configuration: HTML {
        let time = snapshot.configurationLoadedAt
        let read: HTML = """
            read <time datetime="\(UTCText.machine(time))">\(UTCText.dayAndTime(time))</time>
            """
        guard !snapshot.isConfigurationCurrent else { return read }
        return "\(read), <span class=\"bad\">a newer one could not be read</span>"
    }

    private var heartbeat: HTML {
        guard let heartbeat = snapshot.heartbeat else { return "" }
        let times = RelativeTime(now: now)
        let last: HTML =
            heartbeat.lastSuccessAt.map { "taken \(times.ago($0))" } ?? "not taken yet"
        let failures: HTML =
            heartbeat.failures == 0
            ? "" : ", <span class=\"bad\">failed \(heartbeat.failures) times in a row</span>"
        return """
            \(Fact("Heartbeat", isWide: true, """
                <code><bdi>\(heartbeat.address)</bdi></code> every \
                \(DurationText.text(heartbeat.interval)), \(last)\(failures)
                """))

            """
    }

    private var version: HTML {
        let revision: HTML =
            build.revision.isEmpty ? "" : " <code>\(build.revision)</code>"
        return "\(build.version)\(revision), Swift \(build.swiftVersion)"
    }
}
