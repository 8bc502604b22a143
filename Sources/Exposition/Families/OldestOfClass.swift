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
        // In place: a copy of a symbol counts the references of all its texts.
        for symbolIndex in base.symbols.indices {
            guard let age = base.symbols[symbolIndex].observation?.age(at: instant),
                let text = base.symbols[symbolIndex].observation?.source
            else { continue }
            let source = LabelText.cut(text)
            let dueAt = base.symbols[symbolIndex].dueAt
            guard let index = classes.firstIndex(where: { $0.source == source }) else {
                classes.append(OldestOfClass(source: source, age: age, dueAt: dueAt))
                continue
            }
            let isOlder = age > classes[index].age
            let isDueSooner = age == classes[index].age && dueAt < classes[index].dueAt
            if isOlder || isDueSooner {
                classes[index].age = age
                classes[index].dueAt = dueAt
            }
        }
        return classes.sorted { $0.source < $1.source }
    }
}
