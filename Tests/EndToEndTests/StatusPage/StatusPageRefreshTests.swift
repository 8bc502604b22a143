import TestKit
import Testing

extension BrowserTests {
    /// The status page reloads itself without a script.
    @Suite struct StatusPageRefreshTests {
        /// Where the page is opened: at an anchor, a browser might take it for one that is there.
        @Test(arguments: ["/", "/#USD"])
        func `the page is loaded again, and stays where its reader is`(path: String) async throws {
            let stage = try await StatusPageScene.well.stage()
            let tab = try await ChromiumTab()
            try await tab.resize(to: .phone)
            try await tab.open(stage.exporter.url + path)
            #expect(try await tab.audit().findings == [])
            let first = try await tab.text("document.querySelector('.top time').dateTime")
            try await tab.perform("scrollTo(0, 300)")
            let isNewer = await eventually(every: .milliseconds(50)) {
                // Between two documents there is nothing to ask.
                let time = try? await tab.text("document.querySelector('.top time').dateTime")
                return time ?? first > first
            }
            #expect(isNewer)
            #expect(try await tab.evaluate("scrollY", as: Double.self) == 300)
            #expect(tab.complaints() == [])
            #expect(try Set(tab.requests().map { $0.prefix { $0 != "#" } }).count == 1)
            try await tab.close()
            await stage.exporter.stop()
        }

        @Test func `the reloading can be stopped, and goes on when asked to`() async throws {
            let stage = try await StatusPageScene.well.stage()
            let tab = try await ChromiumTab()
            let refreshes = "document.querySelectorAll('meta[http-equiv=refresh]').length"
            try await tab.open(stage.exporter.url + "/")
            #expect(try await tab.evaluate(refreshes, as: Int.self) == 1)
            for (link, address, count) in [
                ("Stop reloading", "/?refresh=off", 0), ("Reload every 15 s", "/", 1),
            ] {
                try await tab.perform(
                    "[...document.links].find(link => link.text === '\(link)').click()")
                let hasArrived = await eventually(every: .milliseconds(20)) {
                    let found = try? await tab.text(
                        "document.readyState + location.pathname + location.search")
                    return found == "complete" + address
                }
                #expect(hasArrived, "\(address)")
                #expect(try await tab.evaluate(refreshes, as: Int.self) == count)
            }
            #expect(tab.complaints() == [])
            try await tab.close()
            await stage.exporter.stop()
        }
    }
}
