import Domain
import Testing

@testable import Delivery

struct AlertSelectionTests {
    /// Letters of alerts in their order, those that fire in capitals.
    private static func alerts(_ letters: String) -> [Alert] {
        letters.map { Alert.example($0.uppercased(), endsAt: $0.isUppercase ? nil : 60) }
    }

    @Test(arguments: [
        ("aBcD", 4, "aBcD", 0, 0), ("aBcD", 9, "aBcD", 0, 0), ("aBcD", 3, "aBD", 0, 1),
        ("aBcD", 2, "BD", 0, 2), ("aBcD", 1, "B", 1, 2), ("aBcD", 0, "", 2, 2), ("", 3, "", 0, 0),
        ("abc", 2, "ab", 0, 1),
    ])
    func `what fires finds room first, and the rest is counted`(
        letters: String, limit: Int, shown: String, firing: Int, resolved: Int
    ) {
        let selection = AlertSelection(Self.alerts(letters), limit: limit)
        #expect(selection.alerts == Self.alerts(shown))
        #expect(selection.firingLeftOut == firing && selection.resolvedLeftOut == resolved)
        #expect(selection.leftOut == firing + resolved)
    }

    @Test(arguments: [("aBcD", 3, "aBc", 1), ("aBCD", 3, "aBC", 1), ("ABCD", 3, "ABC", 1)])
    func `what ended finds the room that is kept for it`(
        letters: String, limit: Int, shown: String, leftOut: Int
    ) {
        let selection = AlertSelection(Self.alerts(letters), limit: limit, endRoom: 2)
        #expect(selection.alerts == Self.alerts(shown))
        #expect(selection.leftOut == leftOut)
    }
}
