import Foundation
import TestKit
import Testing

/// Holds the matrix of docs/reliability.md against the faults that are tried.
struct FaultMatrixPageTests {
    @Test func `the page has every fault with what must go on`() throws {
        let golden = GoldenFile("../../../docs/reliability.md")
        let page = GeneratedBlocks(try String(contentsOf: golden.url, encoding: .utf8))
        let head = ["what goes wrong", "scrapes", "polls", "pages", "reloads"]
        let rows = [head, head.map { _ in "---" }] + EnvironmentFault.all.map(\.cells)
        let table = rows.map { "| \($0.joined(separator: " | ")) |" }.joined(separator: "\n")
        #expect(page.names == ["fault-matrix"])
        #expect(try golden.mismatch(with: page.replaced(with: ["fault-matrix": table])) == nil)
    }

    @Test func `a fault that something may wait for is shown to bite`() {
        let faults = EnvironmentFault.all.filter { $0.demands.contains(.mayWait) }
        #expect(faults.count > 3)
        for fault in faults { #expect(fault.bites != nil, "\(fault.testDescription)") }
    }

    @Test func `no fault stands there twice`() {
        let names = EnvironmentFault.all.map(\.testDescription)
        #expect(names.count > 20)
        #expect(Set(names).count == names.count)
    }
}
