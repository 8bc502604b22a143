import Domain
import Freshness
import Testing

struct AlertSelectionTests {
    /// Letters of alerts in their order, those that fire in capitals.
    private static func alerts(_ letters: String) -> [Alert] {
        letters.map { letter in
            Alert(
                labels: ["base": letter.uppercased()], annotations: [:], startsAt: .epoch,
                endsAt: letter.isUppercase ? nil : .epoch + .seconds(60))
        }
    }

    @Test(arguments: [
        ("aBcD", 4, "aBcD", 0, 0), ("aBcD", 9, "aBcD", 0, 0), ("aBcD", 3, "aBD", 0, 1),
        ("aBcD", 2, "BD", 0, 2), ("aBcD", 1, "B", 1, 2), ("aBcD", 0, "", 2, 2), ("", 3, "", 0, 0),
        ("abc", 2, "ab", 0, 1),
    ])
    func `what fires finds room first, and the rest is counted`(
        letters: String, limit: Int, shown: String, firing: Int, resolved: Int
    ) {
        let selection = AlertSelection(Self.alerts(letters), limit: limit, endRoom: 0)
        #expect(selection.alerts == Self.alerts(shown))
        #expect(selection.firingLeftOut == firing && selection.resolvedLeftOut == resolved)
        #expect(selection.leftOut == firing + resolved)
    }

    @Test(arguments: [
        ("aBcD", 3, "aBc", 1), ("aBCD", 3, "aBC", 1), ("ABCD", 3, "ABC", 1),
        ("abcdEF", 4, "abEF", 2), ("abcdE", 4, "abcE", 1),
    ])
    func `what ended finds the room that is kept for it`(
        letters: String, limit: Int, shown: String, leftOut: Int
    ) {
        let selection = AlertSelection(Self.alerts(letters), limit: limit, endRoom: 2)
        #expect(selection.alerts == Self.alerts(shown))
        #expect(selection.leftOut == leftOut)
    }

    @Test(arguments: [
        ("abcC", 2, "ab", 1, 1), ("abAC", 3, "aAC", 0, 1), ("abBC", 3, "abC", 1, 0),
        ("abcBCD", 3, "abD", 2, 1), ("abB", 3, "abB", 0, 0),
    ])
    func `what came again is not named while the end before it has no room`(
        letters: String, limit: Int, shown: String, firing: Int, resolved: Int
    ) {
        let selection = AlertSelection(Self.alerts(letters), limit: limit, endRoom: 1)
        #expect(selection.alerts == Self.alerts(shown))
        #expect(selection.firingLeftOut == firing && selection.resolvedLeftOut == resolved)
    }

    @Test(arguments: [
        (170, 0, 100, 0), (0, 170, 0, 100), (170, 170, 50, 50), (170, 60, 50, 50),
        (170, 20, 80, 20), (30, 170, 30, 70), (60, 40, 60, 40),
    ])
    func `a message names 100, and half of that are ends where as many are to be told`(
        firing: Int, ended: Int, namedFiring: Int, namedEnded: Int
    ) {
        let alerts = (0..<(ended + firing)).map { number in
            Alert(
                labels: ["base": "B\(number)"], annotations: [:], startsAt: .epoch,
                endsAt: number < ended ? .epoch : nil)
        }
        let selection = AlertSelection(alerts)
        #expect(selection.alerts.count(where: \.isFiring) == namedFiring)
        #expect(selection.alerts.count { !$0.isFiring } == namedEnded)
        #expect(selection.leftOut == alerts.count - namedFiring - namedEnded)
    }
}
