import Foundation
import TestKit
import Testing

/// Python's client library of Prometheus, which reads a page of metrics.
enum PythonReader {
    /// Prints the samples that its parser finds.
    private static let script = """
        import json, sys
        from prometheus_client import parser
        from prometheus_client.openmetrics import parser as openmetrics
        chosen = openmetrics if sys.argv[1] == "openMetrics" else parser
        text = sys.stdin.buffer.read().decode("utf-8")
        print(json.dumps([
            {"name": sample.name, "labels": sample.labels, "value": float(sample.value)}
            for metric in chosen.text_string_to_metric_families(text) for sample in metric.samples
        ]))
        """

    /// One value.
    struct Sample: Decodable, Hashable {
        let name: String
        let labels: [String: String]
        let value: Double

        init(_ sample: ParsedExposition.Sample) {
            name = sample.name
            labels = Dictionary(uniqueKeysWithValues: sample.labels.map { ($0.name, $0.value) })
            value = Double(sample.value) ?? -1
        }
    }

    /// The samples of a page, in its order.
    static func samples(
        of page: [UInt8], as syntax: ParsedExposition.Syntax
    ) async throws -> [Sample] {
        let folder = try TemporaryFolder()
        let file = folder.path(of: "page")
        try Data(page).write(to: URL(filePath: file))
        let python = try ChildProcess(
            "/bin/sh",
            ["-c", "exec /usr/bin/python3 -c \"$0\" \"$1\" < \"$2\"", script, "\(syntax)", file])
        let status = await python.exitStatus()
        try #require(
            status == 0,
            "the library is of Debian's package python3-prometheus-client: \(python.standardError)")
        return try JSONDecoder().decode([Sample].self, from: Data(python.standardOutput.utf8))
    }
}
