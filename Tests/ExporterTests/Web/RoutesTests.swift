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

    @Test func `the status page is packed for who takes that, and is the same page`() throws {
        let page = StatusPage.Scene.troubled.page
        let plain = Routes.statusPage(page, to: Request(path: "/"))
        let packed = Routes.statusPage(
            page, to: Request(path: "/", headers: ["Accept-Encoding": "gzip"]))
        #expect(plain.headers["Content-Encoding"] == nil)
        #expect(packed.headers["Content-Encoding"] == "gzip")
        for response in [plain, packed] {
            #expect(response.status == 200)
            #expect(response.headers["Content-Type"] == "text/html; charset=utf-8")
            #expect(response.headers["Vary"] == "Accept-Encoding")
        }
        guard case .bytes(let long) = plain.body, case .bytes(let short) = packed.body else {
            Issue.record("no bytes")
            return
        }
        let unpacked = try gunzip(short.withUnsafeBytes { Array($0) }, limit: long.count)
        #expect(unpacked == long.withUnsafeBytes { Array($0) })
        #expect(short.count < long.count / 2)
    }

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
