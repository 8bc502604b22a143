import PipelineModel

/// A schedule of answers, time, deliveries, restarts and reloads, which the pipeline and a model of it
/// play at once.
enum ScheduleReader: FuzzReader {
    static let name = "schedule"

    static func seeds() -> [[UInt8]] {
        (0..<16).map { PipelineFuzz.bytes(seed: 1, number: $0) }
    }

    static func read(_ bytes: [UInt8]) throws(BrokenPromise) {
        do throws(Disagreement) {
            try PipelineFuzz.run(bytes: bytes)
        } catch {
            throw BrokenPromise("\(error.what)\n\(PipelineFuzz.timeline(bytes: bytes))")
        }
    }
}
