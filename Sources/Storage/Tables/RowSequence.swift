/// The rows of a table as they were last written, in their order.
///
/// A row keeps its id while it is there, so that its neighbours need not be written when it leaves.
struct RowSequence<Element: Hashable> {
    /// A row to put.
    struct Change {
        var id: Int64
        /// What it takes the place of; nil where the id is new.
        var former: Element?
        var element: Element
    }

    private var rows: [(id: Int64, element: Element)] = []

    /// Takes over a list.
    ///
    /// - Parameter key: what an element is known again by.
    /// - Returns: what leads there: ids to remove first, and rows to put then. Ids are in the order
    ///   of the list.
    mutating func replace(
        with elements: [Element], by key: (Element) -> some Hashable
    ) -> (removed: [Int64], put: [Change]) {
        var former = Dictionary(
            rows.map { (key($0.element), $0) }, uniquingKeysWith: { first, _ in first })
        var nextID = (rows.last?.id ?? 0) + 1
        var present: [(id: Int64, element: Element)] = []
        var put: [Change] = []
        for element in elements {
            let row = former.removeValue(forKey: key(element))
            if let row, row.id > present.last?.id ?? 0 {
                present.append((row.id, element))
                guard row.element != element else { continue }
                put.append(Change(id: row.id, former: row.element, element: element))
            } else {
                // New, or overtaken by one that stood behind it.
                present.append((nextID, element))
                put.append(Change(id: nextID, element: element))
                nextID += 1
            }
        }
        let kept = Set(present.map(\.id))
        let removed = rows.map(\.id).filter { !kept.contains($0) }
        rows = present
        return (removed, put)
    }
}
