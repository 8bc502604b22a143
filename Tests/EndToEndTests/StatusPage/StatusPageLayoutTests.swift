import TestKit
import Testing

extension BrowserTests {
    /// The status page in a browser, as eyes, fingers and screen readers get it.
    @Suite struct StatusPageLayoutTests {
        private static let windows = [("phone", WindowSize.phone), ("desktop", .desktop)]

        @Test(arguments: StatusPageScene.allCases)
        func `the page can be read and used in every state, size and scheme, and loads only itself`(
            _ scene: StatusPageScene
        ) async throws {
            let stage = try await scene.stage()
            let url = stage.exporter.url + "/?refresh=off"
            let tab = try await ChromiumTab()
            for (name, window) in Self.windows {
                try await tab.resize(to: window)
                try await tab.open(url)
                var backgrounds: Set<String> = []
                for scheme in ChromiumTab.Scheme.allCases {
                    try await tab.setScheme(scheme)
                    let audit = try await tab.audit()
                    #expect(audit.findings == [], "\(name), \(scheme)")
                    #expect(audit.counts.texts > 30 && audit.counts.targets > 5)
                    #expect(audit.counts.drawings >= 4)
                    backgrounds.insert(
                        try await tab.text("getComputedStyle(document.body).backgroundColor"))
                }
                #expect(backgrounds.count == 2)
                let facts = try await tab.audit().facts
                let golden = GoldenFile("Golden/\(scene.rawValue)-\(name).txt")
                #expect(golden.mismatch(with: facts.text) == nil)
            }
            try await tab.resize(to: .zoomed)
            let audit = try await tab.audit()
            #expect(audit.findings == [], "at four times the size")
            #expect(tab.complaints() == [])
            #expect(try tab.requests() == [url, url])
            // What is no markup can load and run nothing, and stands there as a text.
            #expect(try await tab.evaluate("document.scripts.length", as: Int.self) == 0)
            #expect(try await tab.evaluate("document.images.length", as: Int.self) == 0)
            let text = try await tab.text("document.body.textContent")
            for shown in scene.shownTexts { #expect(text.contains(shown)) }
            for (shown, exact) in StatusPageScene.shownRates {
                #expect(text.contains(shown))
                let rate = "[...document.querySelectorAll('dd')].find(it => it.title == '\(exact)')"
                #expect(try await tab.text("\(rate)?.textContent ?? ''") == shown)
            }
            try await tab.close()
            await stage.exporter.stop()
        }
    }
}
