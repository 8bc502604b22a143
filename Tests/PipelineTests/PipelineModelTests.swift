import Foundation
import PipelineModel
import TestKit
import Testing

/// Random schedules against the model: what the pipeline asks, tells and shows is what must be.
///
/// `PIPELINE_SCHEDULES` says how many, 70 where unset; `PIPELINE_SEED` repeats them.
@Suite(.leisurely, .skippedUnderSanitizer)
struct PipelineModelTests {
    private static let environment = ProcessInfo.processInfo.environment
    private static let count = environment["PIPELINE_SCHEDULES"].flatMap { UInt64($0) } ?? 70
    private static let seed =
        environment["PIPELINE_SEED"].flatMap { UInt64($0) } ?? .random(in: 1...999_999)

    @Test func `the pipeline does what the model says`() async {
        print("pipeline model: PIPELINE_SEED=\(Self.seed) PIPELINE_SCHEDULES=\(Self.count)")
        var played = 0
        for number in 0..<Self.count {
            // Tests beside this one that wait for something are not to wait for all of it.
            await Task.yield()
            let bytes = PipelineFuzz.bytes(seed: Self.seed, number: number)
            do throws(Disagreement) {
                try PipelineFuzz.run(bytes: bytes)
                played += 1
            } catch {
                let small = PipelineFuzz.shrunk(bytes)
                Issue.record(
                    """
                    schedule \(number) of PIPELINE_SEED=\(Self.seed): \(error.what)
                    the smallest that fails alike is \(PipelineFuzz.hex(small)):
                    \(PipelineFuzz.timeline(bytes: small))
                    """)
                return
            }
        }
        #expect(played == Self.count)
    }

    @Test func `every text of bytes is a schedule, and the same bytes play the same`() {
        for count in [0, 1, 47, 48, 50, 400] {
            let bytes = Array(PipelineFuzz.bytes(seed: 7, number: 7).prefix(count))
            #expect(PipelineFuzz.bytes(hex: PipelineFuzz.hex(bytes)) == bytes)
            #expect(PipelineFuzz.timeline(bytes: bytes) == PipelineFuzz.timeline(bytes: bytes))
        }
    }

    @Test func `a group of more alerts than a message names is told in parts, as the model says`() {
        // 111 bases of which nothing new comes for an hour, and then all is well.
        let setup: [UInt8] = [0, 0, 240] + Array(repeating: 0, count: 45)
        let (old, new, hour): ([UInt8], [UInt8], [UInt8]) = (
            [15, 0, 0, 4, 0], [15, 0, 0, 0, 0], [0, 10, 0, 0, 0]
        )
        let timeline = PipelineFuzz.timeline(bytes: setup + old + hour + new + hour)
        #expect(!timeline.contains("DISAGREEMENT"))
        // The second message names what the first did not, and what fires still.
        #expect(timeline.matches(of: /names 100 of 111/).count == 3, "\(timeline)")
    }

    /// Schedules that the pipeline once failed.
    @Test(arguments: FoundSchedule.all)
    func `a schedule that failed once is played well`(schedule: FoundSchedule) throws {
        try PipelineFuzz.run(bytes: PipelineFuzz.bytes(hex: schedule.hex))
    }
}

/// A schedule that showed a fault, as small as it could be made.
struct FoundSchedule: Sendable, CustomTestStringConvertible {
    let fault: String
    let hex: String

    var testDescription: String { fault }

    private static let standard = String(repeating: "00", count: 48)

    static let all = [
        FoundSchedule(
            fault: "a restart before the first request of a base forgot since when it was due",
            hex: "000058" + standard.dropFirst(6) + "bdb6000000"),
        FoundSchedule(
            fault: "a wall clock that is set while the gate is closed moves when it opens",
            hex: standard + "4d000000003e0091000000f7000000"),
    ]
}
