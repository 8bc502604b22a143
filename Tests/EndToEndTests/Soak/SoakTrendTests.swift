import Testing

struct SoakTrendTests {
    @Test(arguments: [
        ([], 0), ([7], 0), ([7, 7, 7], 0), ([1, 2, 3, 4], 3), ([4, 3, 2, 1], -3),
        ([0, 9, 0, 9, 0], 0),
    ])
    func `a line through the samples rises as they do`(values: [Double], rise: Double) {
        #expect(abs(SoakTrend(values).rise - rise) < 1e-9)
    }

    @Test func `a single leap weighs less than steady growth`() {
        let leap = (0..<100).map { $0 == 50 ? 100.0 : 0 }
        #expect(abs(SoakTrend(leap).rise) < SoakTrend((0..<100).map(Double.init)).rise / 10)
    }
}
