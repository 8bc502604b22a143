import HTTP
import TestKit
import Testing

extension BrowserTests {
    /// The status page reloads itself without a script.
    @Suite struct StatusPageRefreshTests {
        /// The time that the page tells as its own.
        private static let time = "document.querySelector('.top time').dateTime"

        @Test func `the page reloads itself until it is told not to`() async throws {
            let stage = try await StatusPageScene.well.stage()
            let exporter = stage.exporter
            // At an anchor, where a browser might take the page for one that is there already.
            let (plain, anchored, still) = (
                try await ChromiumTab(), try await ChromiumTab(), try await ChromiumTab()
            )
            try await plain.resize(to: .phone)
            try await plain.open(exporter.url + "/")
            try await anchored.resize(to: .phone)
            try await anchored.open(exporter.url + "/#USD")
            try await still.open(exporter.url + "/")
            #expect(try await still.audit().findings == [])
            _ = try await still.evaluate(
                "(document.querySelector('a[href*=refresh]').click(), 0)", as: Int.self)
            try await still.waitForLoad(2)
            let before = try await still.evaluate(Self.time, as: String.self)
            let first = try await plain.evaluate(Self.time, as: String.self)
            _ = try await plain.evaluate("(scrollTo(0, 300), 0)", as: Int.self)
            try await plain.waitForLoad(2)
            try await anchored.waitForLoad(2)
            #expect(try await plain.evaluate(Self.time, as: String.self) > first)
            // Who reads further down goes on there.
            #expect(try await plain.evaluate("scrollY", as: Double.self) == 300)
            #expect(try await anchored.evaluate("scrollY", as: Double.self) > 300)
            // Both others have reloaded by now; it was loaded before the first of them did.
            #expect(try await still.evaluate(Self.time, as: String.self) == before)
            #expect(still.loadCount == 2)
            #expect(try await still.evaluate("location.search", as: String.self) == "?refresh=off")
            _ = try await still.evaluate(
                "(document.querySelector('a[href=\"./\"]').click(), 0)", as: Int.self)
            try await still.waitForLoad(3)
            #expect(
                try await still.evaluate(
                    "document.querySelectorAll('meta[http-equiv=refresh]').length", as: Int.self)
                    == 1)
            for tab in [plain, anchored, still] {
                #expect(tab.complaints() == [])
                try await tab.close()
            }
            await exporter.stop()
        }
    }
}
