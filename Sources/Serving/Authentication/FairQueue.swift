/// Waiting places that askers share, so that none is kept out by another who asks more often.
///
/// Peers share them first, and the users that a peer names share what it has. Once all are taken,
/// whoever has the most loses the last one; the next is of whoever had its turn the longest ago.
struct FairQueue<Element> {
    private struct Place {
        let asker: Asker
        var element: Element
    }

    private let capacity: Int
    private var places: [Place] = []
    /// Who had a turn, the last one at the end; as many as there are places.
    private var served: [Asker] = []

    /// Makes an empty one.
    init(capacity: Int) {
        self.capacity = capacity
    }

    /// What waits, in the order that it came in.
    var elements: [Element] { places.map(\.element) }

    /// Changes the first element of an asker that is the one meant; false where there is none.
    mutating func change(
        of asker: Asker, where isMeant: (Element) -> Bool, _ body: (inout Element) -> Void
    ) -> Bool {
        let index = places.firstIndex { $0.asker == asker && isMeant($0.element) }
        guard let index else { return false }
        body(&places[index].element)
        return true
    }

    /// Adds an element; returns the one that has no place for it: another's, or this one.
    mutating func append(_ element: Element, of asker: Asker) -> Element? {
        places.append(Place(asker: asker, element: element))
        guard places.count > capacity else { return nil }
        let weights = places.enumerated().map { index, place in
            (
                places.count { $0.asker.peer == place.asker.peer },
                places.count { $0.asker == place.asker }, index
            )
        }
        return weights.max(by: <).map { places.remove(at: $0.2).element }
    }

    /// Takes out the element whose turn it is; nil where none waits.
    mutating func next() -> Element? {
        let waits = places.enumerated().map { index, place in
            (
                served.lastIndex { $0.peer == place.asker.peer } ?? -1,
                served.lastIndex { $0 == place.asker } ?? -1, index
            )
        }
        guard let index = waits.min(by: <)?.2 else { return nil }
        let place = places.remove(at: index)
        if served.count == capacity { served.removeFirst() }
        served.append(place.asker)
        return place.element
    }

    /// Takes out all elements that are meant.
    mutating func removeAll(where isMeant: (Element) -> Bool = { _ in true }) -> [Element] {
        defer { places.removeAll { isMeant($0.element) } }
        return elements.filter(isMeant)
    }
}
