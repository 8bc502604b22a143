/// The lines before the samples of a metric, made once for each syntax.
struct FamilyHeader: Sendable {
    private let prometheusText: [UInt8]
    private let openMetrics: [UInt8]

    init(name: String, kind: MetricFamily.Kind, unit: MetricFamily.Unit?, help: String) {
        prometheusText = Array(
            "# HELP \(name) \(help)\n# TYPE \(name) \(kind.nameInPrometheusText)\n".utf8)
        let stem = kind.stem(of: name)
        let unitLine = unit.map { "# UNIT \(stem) \($0.rawValue)\n" } ?? ""
        openMetrics = Array(
            "# HELP \(stem) \(help)\n# TYPE \(stem) \(kind.rawValue)\n\(unitLine)".utf8)
    }

    subscript(syntax: ExpositionSyntax) -> [UInt8] {
        switch syntax {
        case .prometheusText: prometheusText
        case .openMetrics: openMetrics
        }
    }
}
