import TestKit
import Testing

@testable import Storage

struct RowSequenceTests {
    /// A row that is known again by its letter, and differs by its number.
    struct Item: Hashable, Sendable, CustomTestStringConvertible {
        var letter: Character
        var number: Int

        init(_ text: String) {
            letter = text.first ?? " "
            number = text.dropFirst().first?.wholeNumberValue ?? 0
        }

        var testDescription: String { "\(letter)\(number)" }
    }

    struct Case: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var former: String
        var present: String
        /// How many rows are removed, and how many are written.
        var removed: Int
        var put: Int
    }

    static let cases = [
        Case(testDescription: "nothing", former: "", present: "", removed: 0, put: 0),
        Case(testDescription: "the first", former: "", present: "a b", removed: 0, put: 2),
        Case(testDescription: "the same", former: "a b c", present: "a b c", removed: 0, put: 0),
        Case(testDescription: "one more", former: "a b", present: "a b c", removed: 0, put: 1),
        Case(
            testDescription: "the first left", former: "a b c", present: "b c", removed: 1, put: 0),
        Case(testDescription: "all left", former: "a b", present: "", removed: 2, put: 0),
        Case(testDescription: "a change", former: "a b c", present: "a b1 c", removed: 0, put: 1),
        Case(
            testDescription: "one left, one came", former: "a b", present: "b c", removed: 1, put: 1
        ),
        Case(
            testDescription: "one came between", former: "a b", present: "a c b", removed: 1, put: 2
        ),
        Case(testDescription: "a swap", former: "a b", present: "b a", removed: 1, put: 1),
        Case(testDescription: "a twin", former: "a b", present: "a b a", removed: 0, put: 1),
        Case(testDescription: "twins", former: "a a b", present: "a a b", removed: 2, put: 2),
    ]

    private static func items(_ text: String) -> [Item] {
        text.split(separator: " ").map { Item(String($0)) }
    }

    /// A table that does what it is told.
    private struct Table {
        var rows: [Int64: Item] = [:]
        var sequence = RowSequence<Item>()

        /// Takes over a list, and gives how many rows that removed and wrote.
        mutating func replace(with items: [Item]) -> (removed: Int, put: Int) {
            let (removed, put) = sequence.replace(with: items, by: \.letter)
            for id in removed { #expect(rows.removeValue(forKey: id) != nil) }
            for change in put {
                #expect(rows.updateValue(change.element, forKey: change.id) == change.former)
            }
            return (removed.count, put.count)
        }

        var items: [Item] { rows.sorted { $0.key < $1.key }.map(\.value) }
    }

    @Test(arguments: cases)
    func `a list takes the place of another by few writes, in its order`(_ example: Case) {
        var table = Table()
        _ = table.replace(with: Self.items(example.former))
        let count = table.replace(with: Self.items(example.present))
        #expect(table.items == Self.items(example.present))
        #expect(count == (example.removed, example.put))
    }

    @Test func `any list follows any other`() {
        var generator = SeededGenerator(seed: 1)
        var table = Table()
        for _ in 0..<2_000 {
            let items = (0..<Int.random(in: 0...6, using: &generator)).map { _ in
                Item(["a", "a1", "b", "b1", "c", "d", "e"].randomElement(using: &generator) ?? "a")
            }
            _ = table.replace(with: items)
            #expect(table.items == items)
        }
    }
}
