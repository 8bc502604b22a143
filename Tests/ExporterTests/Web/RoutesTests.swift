import Domain
import Exposition
import Foundation
import Pipeline
import Serving
import TestKit
import Testing

@testable import Exporter

struct RoutesTests {
    private let labels = Routes(
        board: SnapshotBoard(StatusPage.Scene.well.page.snapshot),
        clock: ManualClock(StatusPage.present.timestamp),
        build: BuildInfo(version: "", revision: "", swiftVersion: ""),
        telemetryPath: "/metrics",
        reloadPage: ReloadPage(
            isEnabled: false, clock: ManualClock(StatusPage.present.timestamp))
    ).all(counter: RequestCounter()).map(\.label)

    @Test func `the manual tells of every handler`() {
        #expect(Set(ProgramManual.endpoints.map(\.label)) == Set(labels))
    }

    @Test func `every handler is documented with the metric that counts its requests`() throws {
        let folder = URL(filePath: #filePath).deletingLastPathComponent()
        let page = try String(
            contentsOf: folder.appending(path: "../../../docs/metrics.md").standardized,
            encoding: .utf8)
        let line = try #require(
            page.split(separator: "\n").first { $0.contains("`exchangerate_http_requests_total`") })
        #expect(labels.count > 4)
        for label in labels + [RequestCounter.unmatched] {
            #expect(line.contains("`\(label)`"), "\(label)")
        }
    }
}
