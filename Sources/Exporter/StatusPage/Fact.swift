/// A row of a list of facts: a name, and what is to say of it.
struct Fact {
    let html: HTML

    /// Makes a row; a wide one has the width of the list for itself.
    init(_ name: String, isWide: Bool = false, _ value: HTML) {
        let open: HTML = isWide ? "<div class=\"wide\">" : "<div>"
        html = "\(open)<dt>\(name)</dt><dd>\(value)</dd></div>"
    }
}

extension HTML.StringInterpolation {
    /// Puts a row in.
    mutating func appendInterpolation(_ fact: Fact) {
        appendInterpolation(fact.html)
    }
}
