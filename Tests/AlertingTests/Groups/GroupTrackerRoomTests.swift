import Domain
import Freshness
import Testing

@testable import Alerting

/// Groups of more alerts than a message has room for: each transition is named in one that is
/// delivered.
struct GroupTrackerRoomTests {
    /// Names of alerts that sort by their numbers.
    private static func names(_ numbers: Range<Int>) -> [String] {
        numbers.map { "B\(1000 + $0)" }
    }

    private static func fire(_ numbers: Range<Int>, at second: Int, in run: inout GroupRun) {
        for name in names(numbers) { run.fire(name, at: second) }
    }

    private static func resolve(
        _ numbers: Range<Int>, started: Int, at second: Int, in run: inout GroupRun
    ) {
        for name in names(numbers) { run.resolve(name, started: started, at: second) }
    }

    /// What each message was the first to name: `70: new alerts added: +50 -0`.
    private static func news(_ run: GroupRun) -> [String] {
        var heard: Set<Substring> = []
        return run.sent.map { message in
            let alerts = message.alerts.split(separator: " ")
            #expect(alerts.count <= 100)
            let news = alerts.filter { heard.insert($0).inserted }
            let firing = news.count { $0.hasPrefix("+") }
            return "\(message.at): \(message.reason.rawValue): +\(firing) -\(news.count - firing)"
        }
    }

    @Test func `what finds no room in a notification is named first in the next`() {
        var run = GroupRun()
        Self.fire(0..<150, at: 0, in: &run)
        run.advance(to: 400)
        #expect(
            Self.news(run) == ["10: first notification: +100 -0", "70: new alerts added: +50 -0"])
        #expect(
            run.sent.last?.alerts.split(separator: " ").prefix(50)
                == Self.names(100..<150).map { "+\($0)" }[...])
        run.advance(to: 700)
        #expect(Self.news(run).dropFirst(2) == ["670: repeat interval elapsed: +0 -0"])
    }

    @Test(arguments: [
        (60, ["10: first notification: +0 -60"]),
        (
            250,
            [
                "10: first notification: +0 -100", "70: some alerts resolved: +0 -100",
                "130: all alerts resolved: +0 -50",
            ]
        ),
    ])
    func `many ends are told by and by, oldest first, each in one notification`(
        count: Int, told: [String]
    ) {
        var run = GroupRun()
        for (second, name) in Self.names(0..<count).enumerated() {
            run.fire(name, at: 0)
            run.resolve(name, started: 0, at: second * 9 / count)
        }
        run.advance(to: 1000)
        #expect(Self.news(run) == told)
        let ends = run.sent.flatMap { $0.alerts.split(separator: " ") }
        #expect(ends == Self.names(0..<count).map { "-\($0)" })
        #expect(run.group.isEmpty)
    }

    @Test func `ends find half of the room whatever fires`() {
        var run = GroupRun()
        Self.fire(0..<260, at: 0, in: &run)
        run.advance(to: 140)
        Self.resolve(0..<60, started: 0, at: 140, in: &run)
        run.advance(to: 500)
        #expect(
            Self.news(run) == [
                "10: first notification: +100 -0", "70: new alerts added: +100 -0",
                "130: new alerts added: +60 -0", "190: some alerts resolved: +0 -50",
                "250: some alerts resolved: +0 -10",
            ])
    }

    @Test func `what ends before it found room is told as ended, and as unheard of`() {
        var run = GroupRun()
        Self.fire(0..<150, at: 0, in: &run)
        run.advance(to: 20)
        run.delivers = false
        Self.resolve(100..<150, started: 0, at: 20, in: &run)
        run.advance(to: 100)
        #expect(Self.news(run).last == "70: some alerts resolved: +0 -50")
        #expect(run.waiting?.endsUnheard == true)
    }

    @Test func `an end that finds no room marks no notification as unheard of`() {
        var run = GroupRun()
        Self.fire(0..<100, at: 0, in: &run)
        run.advance(to: 20)
        run.delivers = false
        Self.resolve(0..<100, started: 0, at: 20, in: &run)
        Self.fire(100..<150, at: 21, in: &run)
        Self.resolve(100..<150, started: 21, at: 22, in: &run)
        run.advance(to: 100)
        #expect(Self.news(run).last == "70: some alerts resolved: +0 -100")
        #expect(run.waiting?.endsUnheard == false)
        run.deliver(at: 100)
        run.advance(to: 200)
        #expect(Self.news(run).last == "130: all alerts resolved: +0 -50")
        #expect(run.waiting?.endsUnheard == true)
    }

    @Test func `an alert that came again waits with its end`() {
        var run = GroupRun()
        Self.fire(0..<150, at: 0, in: &run)
        run.advance(to: 100)
        Self.resolve(0..<150, started: 0, at: 110, in: &run)
        Self.fire(90..<150, at: 111, in: &run)
        run.advance(to: 1000)
        var isFiring: [Substring: Bool] = [:]
        for message in run.sent {
            for alert in message.alerts.split(separator: " ") {
                isFiring[alert.dropFirst()] = alert.hasPrefix("+")
            }
        }
        #expect(isFiring.count { $0.value } == 60)
        let again = Self.names(90..<150).allSatisfy { isFiring[$0[...]] == true }
        #expect(again)
    }

    @Test func `a full notification that waits is not made again for what it has no room for`() {
        var run = GroupRun()
        run.delivers = false
        Self.fire(0..<150, at: 0, in: &run)
        run.advance(to: 5000)
        #expect(Self.news(run) == ["10: first notification: +100 -0"])
        run.deliver(at: 5000)
        run.advance(to: 6000)
        #expect(
            Self.news(run) == ["10: first notification: +100 -0", "5050: new alerts added: +50 -0"])
    }

    @Test func `one that takes the place of another tells later what has lost its room`() {
        var run = GroupRun()
        run.delivers = false
        Self.fire(0..<150, at: 0, in: &run)
        run.advance(to: 20)
        Self.resolve(0..<80, started: 0, at: 20, in: &run)
        run.advance(to: 100)
        run.delivers = true
        run.deliver(at: 100)
        run.advance(to: 1000)
        let told = Set(run.sent.dropFirst().flatMap { $0.alerts.split(separator: " ") })
        #expect(
            told.isSuperset(
                of: Self.names(0..<80).map { "-\($0)" } + Self.names(80..<150).map { "+\($0)" }))
    }

    @Test(arguments: [false, true])
    func `a restart between two parts neither loses nor repeats one`(whileWaiting: Bool) {
        var run = GroupRun()
        run.delivers = !whileWaiting
        Self.fire(0..<150, at: 0, in: &run)
        run.advance(to: 30)
        run.restart(at: 30)
        run.advance(to: 40)
        run.delivers = true
        run.deliver(at: 40)
        run.advance(to: 400)
        #expect(
            Self.news(run) == ["10: first notification: +100 -0", "70: new alerts added: +50 -0"])
    }

    @Test func `what a given up notification had no room for is told`() {
        var run = GroupRun()
        run.delivers = false
        Self.fire(0..<150, at: 0, in: &run)
        Self.resolve(0..<150, started: 0, at: 1, in: &run)
        run.advance(to: 100)
        run.drop(at: 100)
        run.advance(to: 200)
        #expect(
            Self.news(run) == [
                "10: first notification: +0 -100", "130: first notification: +0 -50",
            ])
        #expect(run.waiting?.endsUnheard == true)
    }

    @Test func `what fires and was given up is told anew, in parts as well`() {
        var run = GroupRun()
        run.delivers = false
        Self.fire(0..<150, at: 0, in: &run)
        run.advance(to: 100)
        run.drop(at: 100)
        run.delivers = true
        run.sent = []
        run.advance(to: 300)
        #expect(
            Self.news(run) == ["130: first notification: +100 -0", "190: new alerts added: +50 -0"])
    }

    @Test func `a receiver that wants no resolves is told of ends that it has no start of alone`() {
        var run = GroupRun(sendsResolved: false)
        Self.fire(0..<150, at: 0, in: &run)
        run.advance(to: 20)
        Self.resolve(0..<150, started: 0, at: 20, in: &run)
        run.advance(to: 300)
        #expect(
            Self.news(run) == [
                "10: first notification: +100 -0", "70: all alerts resolved: +0 -50",
            ]
        )
        #expect(
            run.sent.last?.alerts.split(separator: " ")
                == Self.names(100..<150).map { "-\($0)" })
    }

    @Test func `what a notification that storage brings late has no room for is told after it`() {
        var former = GroupRun()
        former.delivers = false
        Self.fire(0..<150, at: 0, in: &former)
        former.advance(to: 20)
        var run = GroupRun()
        Self.fire(0..<150, at: 0, in: &run)
        run.group.merge(
            former.group.state, waiting: former.waiting, timing: GroupRun.timing, now: .after(5))
        run.waiting = former.waiting
        run.advance(to: 25)
        #expect(run.sent.isEmpty)
        run.deliver(at: 25)
        run.advance(to: 400)
        #expect(run.sent.map(\.at) == [70])
        #expect(
            run.sent.first?.alerts.split(separator: " ").prefix(50)
                == Self.names(100..<150).map { "+\($0)" }[...])
    }
}
