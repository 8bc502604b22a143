/// What the metrics of a page must keep to, one by one and side by side.
struct ExpositionRules {
    typealias Failure = ParsedExposition.Failure
    typealias Family = ParsedExposition.Family
    typealias Sample = ParsedExposition.Sample

    private let syntax: ParsedExposition.Syntax

    init(_ syntax: ParsedExposition.Syntax) {
        self.syntax = syntax
    }

    func check(_ families: [Family]) throws(Failure) {
        var names: Set<String> = []
        var series: Set<String> = []
        for family in families {
            for name in [family.name] + reservedNames(of: family) {
                guard names.insert(name).inserted else {
                    throw Failure(line: name, reason: "a family twice, split or in another's names")
                }
            }
            guard !family.samples.isEmpty else {
                throw Failure(line: family.name, reason: "a family without samples")
            }
            for sample in family.samples {
                try check(sample, in: family)
                guard series.insert(sample.series).inserted else {
                    throw Failure(line: sample.series, reason: "a series twice")
                }
            }
            if family.type == "histogram" { try checkHistograms(family) }
        }
    }

    /// The names that samples of a family may have, beside its own.
    private func reservedNames(of family: Family) -> [String] {
        let endings: [String] =
            switch (syntax, family.type) {
            case (_, "histogram"): ["_bucket", "_count", "_sum", "_created"]
            case (.openMetrics, "counter"): ["_total", "_created"]
            case (.openMetrics, "info"): ["_info"]
            default: []
            }
        return endings.map { family.name + $0 }
    }

    /// The names that the samples of a family here have.
    private func sampleNames(of family: Family) -> [String] {
        switch (syntax, family.type) {
        case (_, "histogram"): ["_bucket", "_count", "_sum"].map { family.name + $0 }
        case (.openMetrics, "counter"): [family.name + "_total"]
        case (.openMetrics, "info"): [family.name + "_info"]
        default: [family.name]
        }
    }

    private func check(_ sample: Sample, in family: Family) throws(Failure) {
        func fail(_ reason: String) throws(Failure) {
            throw Failure(line: "\(sample.series) \(sample.value)", reason: reason)
        }
        if !sampleNames(of: family).contains(sample.name) {
            try fail("a name of another family")
        }
        let isBucket = family.type == "histogram" && sample.name.hasSuffix("_bucket")
        if sample.labels.contains(where: { $0.name == "le" }) != isBucket {
            try fail("a bucket without its bound, or a bound of no bucket")
        }
        switch family.type {
        case "counter":
            if !sample.name.hasSuffix("_total") { try fail("a counter without its ending") }
            if sample.value.hasPrefix("-") { try fail("a counter below 0") }
        case "histogram":
            if sample.value.hasPrefix("-") { try fail("a histogram below 0") }
            if !sample.name.hasSuffix("_sum"), sample.value.contains(".") {
                try fail("a part of an observation")
            }
        case "info":
            if sample.value != "1" { try fail("an info that is not 1") }
            if family.unit != nil { try fail("an info with a unit") }
        default:
            if syntax == .openMetrics,
                ["_total", "_info", "_bucket", "_count", "_sum", "_created"].contains(
                    where: sample.name.hasSuffix)
            {
                try fail("a gauge with the ending of another type")
            }
        }
    }

    /// Holds that each histogram stands together: its buckets by rising bounds, its sum, its count.
    private func checkHistograms(_ family: Family) throws(Failure) {
        var groups: Set<String> = []
        var rest = family.samples[...]
        while let first = rest.first {
            let group = group(of: first)
            let samples = rest.prefix { self.group(of: $0) == group }
            rest = rest.dropFirst(samples.count)
            guard groups.insert(group).inserted else {
                throw Failure(line: group, reason: "a histogram that is split")
            }
            let buckets = samples.dropLast(2)
            guard samples.suffix(2).map(\.name) == ["_sum", "_count"].map({ family.name + $0 }),
                buckets.allSatisfy({ $0.name == family.name + "_bucket" })
            else { throw Failure(line: group, reason: "a histogram in another order") }
            let bounds = buckets.map { $0.labels.first { $0.name == "le" }?.value ?? "" }
            guard bounds.last == "+Inf", bounds.dropLast().allSatisfy(Self.isCanonical),
                isRising(bounds.dropLast().compactMap(Double.init), strictly: true)
            else { throw Failure(line: "\(group) \(bounds)", reason: "bounds that do not rise") }
            let counts = buckets.map(\.value)
            guard isRising(counts.compactMap(Double.init), strictly: false),
                counts.last == samples.last?.value
            else { throw Failure(line: "\(group) \(counts)", reason: "counts that do not rise") }
        }
    }

    /// Whether a bound is written as both formats' newest readers store it.
    private static func isCanonical(_ bound: String) -> Bool {
        bound.wholeMatch(of: #/(0|[1-9][0-9]*)\.(0|[0-9]*[1-9])/#) != nil
    }

    private func isRising(_ numbers: [Double], strictly: Bool) -> Bool {
        zip(numbers, numbers.dropFirst()).allSatisfy { strictly ? $0 < $1 : $0 <= $1 }
    }

    /// The labels but for the bound.
    private func group(of sample: Sample) -> String {
        sample.labels.filter { $0.name != "le" }.map { "\($0.name)=\($0.value)" }.joined(
            separator: ",")
    }
}
