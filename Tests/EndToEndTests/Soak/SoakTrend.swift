/// Whether something grows: the slope of a line through it, by least squares.
struct SoakTrend {
    /// For each step of the samples.
    let slope: Double
    let count: Int

    init(_ values: [Double]) {
        count = values.count
        let middle = Double(values.count - 1) / 2
        let mean = values.reduce(0, +) / Double(max(1, values.count))
        var products = 0.0
        var squares = 0.0
        for (index, value) in values.enumerated() {
            let distance = Double(index) - middle
            products += distance * (value - mean)
            squares += distance * distance
        }
        slope = squares > 0 ? products / squares : 0
    }

    /// By how much the line rises from the first sample to the last.
    var rise: Double { slope * Double(max(0, count - 1)) }
}
