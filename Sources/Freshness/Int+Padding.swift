extension Int {
    /// The number with zeros before it up to a width; the sign is not counted.
    func padded(to width: Int) -> String {
        let digits = String(magnitude)
        let zeros = String(repeating: "0", count: Swift.max(0, width - digits.count))
        return (self < 0 ? "-" : "") + zeros + digits
    }
}
