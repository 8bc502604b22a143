import Domain
import Freshness

/// The oldest symbol of one freshness class of a base.
struct OldestOfClass {
    /// The class as its label shows it.
    let source: String
    var age: Duration
    var dueAt: Timestamp

    /// The oldest symbol of each class, sorted by class; of two of the same age, the one that is
    /// due first.
    ///
    /// Classes whose labels come out the same after cutting count as one, since a page must not
    /// hold a series twice.
    static func all(of base: BaseSnapshot, at instant: MonotonicInstant) -> [OldestOfClass] {
        var classes: [OldestOfClass] = []
        for symbol in base.symbols {
            guard let observation = symbol.observation else { continue }
            let source = LabelText.cut(observation.source)
            let age = observation.age(at: instant)
            guard let index = classes.firstIndex(where: { $0.source == source }) else {
                classes.append(OldestOfClass(source: source, age: age, dueAt: symbol.dueAt))
                continue
            }
            let isOlder = age > classes[index].age
            let isDueSooner = age == classes[index].age && symbol.dueAt < classes[index].dueAt
            if isOlder || isDueSooner {
                classes[index].age = age
                classes[index].dueAt = symbol.dueAt
            }
        }
        return classes.sorted { $0.source < $1.source }
    }
}
