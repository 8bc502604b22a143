extension String {
    /// The text, cut to so many bytes of UTF-8 between two characters and ended by `…`.
    ///
    /// One character alone can be of any length, with marks on top of marks; such a one is cut
    /// between its scalars.
    func cut(toBytes limit: Int) -> String {
        guard utf8.count > limit else { return self }
        let ellipsis = "…"
        let room = limit - ellipsis.utf8.count
        var size = 0
        let whole = prefix { character in
            size += character.utf8.count
            return size <= room
        }
        if !whole.isEmpty { return whole + ellipsis }
        size = 0
        let scalars = unicodeScalars.prefix { scalar in
            size += UTF8.width(scalar)
            return size <= room
        }
        return String(Substring(scalars)) + ellipsis
    }
}
