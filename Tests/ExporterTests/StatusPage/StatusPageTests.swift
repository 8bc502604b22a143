import Domain
import ExchangeRate
import Foundation
import Freshness
import Serving
import TestKit
import Testing

@testable import Exporter

@Suite struct StatusPageTests {
    @Test(arguments: StatusPage.Scene.allCases)
    func `the page is what its golden file holds`(_ scene: StatusPage.Scene) {
        let html = scene.page.html
        #expect(GoldenFile("Golden/\(scene.rawValue).html").mismatch(with: html) == nil)
    }

    @Test(arguments: StatusPage.Scene.allCases)
    func `every element is closed, and nothing but known elements is there`(
        _ scene: StatusPage.Scene
    ) throws {
        let markup = try Markup(scene.page.html)
        let known: Set = [
            "html", "head", "meta", "title", "link", "style", "body", "header", "main", "section",
            "h1", "h2", "h3", "p", "a", "b", "bdi", "br", "code", "div", "dl", "dt", "dd", "figure",
            "figcaption", "footer", "li", "nav", "ul", "span", "svg", "rect", "time",
        ]
        #expect(Set(markup.elements.map(\.name)).subtracting(known).isEmpty)
        #expect(markup.elements.filter { $0.name == "style" }.count == 1)
        #expect(markup.elements.filter { $0.name == "main" }.count == 1)
        let identifiers = markup.elements.compactMap { $0.value(of: "id") }
        #expect(Set(identifiers).count == identifiers.count)
        for element in markup.elements {
            if let label = element.value(of: "aria-labelledby") {
                #expect(identifiers.contains(label))
            }
            if let target = element.value(of: "href"), target.hasPrefix("#") {
                #expect(identifiers.contains(String(target.dropFirst())))
            }
        }
    }

    @Test(arguments: StatusPage.Scene.allCases)
    func `no script, no handler, no style but the sheet, and nothing from elsewhere`(
        _ scene: StatusPage.Scene
    ) throws {
        let markup = try Markup(scene.page.html)
        for attribute in markup.elements.flatMap(\.attributes) {
            #expect(!attribute.name.hasPrefix("on"))
            #expect(!["style", "src", "srcset", "action"].contains(attribute.name))
            if attribute.name == "href", attribute.value != "https://exchangerate.dev/" {
                let local = #/(#|\.\/|\?refresh=|data:image\/svg\+xml,).*/#
                #expect(attribute.value.wholeMatch(of: local) != nil)
            }
        }
        #expect(!markup.style.contains("url("))
        #expect(!markup.style.contains("@import"))
    }

    @Test func `hostile texts stay texts, and are cut`() throws {
        let html = StatusPage.Scene.hostile.page.html
        let markup = try Markup(html)
        #expect(html.contains("&lt;script&gt;alert(1)"))
        #expect(!html.contains("<script"))
        #expect(!html.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" })
        #expect(html.utf8.count < 50_000)
        // What runs from right to left cannot reach beyond its own element.
        let overriding = markup.texts.filter { $0.text.contains("\u{202E}") }
        #expect(overriding.count == 16)
        #expect(overriding.allSatisfy { $0.parent == "bdi" })
    }

    @Test(arguments: StatusPage.Scene.allCases)
    func `it says what the rates are for, reloads itself, and links to metrics and docs`(
        _ scene: StatusPage.Scene
    ) throws {
        let markup = try Markup(scene.page.html)
        #expect(markup.texts.map(\.text).contains("Indicative rates, not for settlement."))
        #expect(
            markup.elements.contains {
                $0.value(of: "http-equiv") == "refresh" && $0.value(of: "content") == "15; url=./"
            })
        for text in ["Metrics", "Docs", "Stop reloading"] {
            #expect(markup.texts.contains { $0.parent == "a" && $0.text == text })
        }
    }

    @Test(arguments: [
        (nil, true), ("refresh=off", false), ("a=b&refresh=off", false), ("refresh=on", true),
        ("refresh", true),
    ])
    func `a request can ask for a page that does not reload itself`(
        _ query: String?, _ isReloading: Bool
    ) throws {
        var page = StatusPage.Scene.well.page
        page.isReloading = !StatusPage.asksForStillPage(Request(path: "/", query: query))
        #expect(page.html.contains("http-equiv=\"refresh\"") == isReloading)
        #expect(page.html.contains(">Stop reloading<") == isReloading)
        #expect(page.html.contains(">Reload every 15 s<") != isReloading)
    }

    @Test func `what is wrong comes first, the worst above all`() throws {
        let html = StatusPage.Scene.troubled.page.html
        let order = [
            "13 problems", "data is stale", "the last poll failed, <code>unauthorized",
            "no data has come by its time",
            "<bdi>oncall</bdi></a>: delivering 2 notifications fails, <code>timeout</code>",
            "1 of 12 symbols overdue",
            "<bdi>archive</bdi></a>: 2 notifications were given up since the start",
            "The API limits requests: polling pauses for 7 min 12 s", "kept in memory only",
            "newest configuration is not in force", "id=\"alerts\"", "4 firing, 1 pending",
            "The API rejects the key", "EUR rates are stale", "GBP rates never came",
            "The API limits our requests", "USD rates of INR are stale", "id=\"EUR\"",
            "id=\"GBP\"", "id=\"USD\"", "id=\"JPY\"", "id=\"receiver-3\"", "id=\"receiver-2\"",
            "id=\"receiver-1\"", "h-account", "h-exporter",
        ]
        var rest = html[html.range(of: "<main>", default: html)...]
        for text in order {
            let range = try #require(rest.range(of: text), "\(text) is missing or too early")
            rest = rest[range.upperBound...]
        }
    }

    @Test(arguments: [
        (StatusPage.Scene.well, "All well"), (.start, "All well"), (.troubled, "13 problems"),
        (.clearing, "1 problem"),
    ])
    func `the title tells how things stand`(_ scene: StatusPage.Scene, _ text: String) {
        #expect(scene.page.html.contains("<title>\(text) · exchangerate-exporter</title>"))
    }

    @Test(arguments: [(StatusPage.Scene.well, false), (.clearing, true)])
    func `where nobody is told of alerts, the page says that`(
        _ scene: StatusPage.Scene, _ isAlertShown: Bool
    ) {
        var page = scene.page
        #expect(page.html.contains("id=\"alerts\"") == isAlertShown)
        #expect(page.html.contains("No alert fires or is pending.") == !isAlertShown)
        #expect(!page.html.contains("No receiver is configured"))
        page.snapshot.receivers = []
        #expect(page.html.contains("No receiver is configured"))
        page.snapshot.alerts = []
        #expect(!page.html.contains("No receiver is configured"))
    }

    @Test func `a description is shown to its end, where other texts are cut`() {
        var page = StatusPage.Scene.clearing.page
        let description = String(repeating: "EUR is overdue. ", count: 60) + "Act now."
        page.snapshot.alerts[0].state?.annotations["description"] = description
        #expect(page.html.contains("<bdi>\(description)</bdi>"))
    }

    @Test(arguments: [
        (0, "nothing is sent to it"), (1, "a notification is not sent"),
        (12, "12 notifications are not sent"),
    ])
    func `a receiver that is gone is told at the top, and promises no other try`(
        _ count: Int, _ told: String
    ) {
        var page = StatusPage.Scene.well.page
        page.snapshot.receivers[0].isStopped = true
        page.snapshot.receivers[0].waiting = (0..<count).map { _ in
            StatusPage.waiting(.stale, age: .seconds(60), attempts: 1, lastFailure: .client)
        }
        let html = page.html
        #expect(html.contains("<bdi>oncall</bdi></a>: it said that it is gone, and \(told)"))
        #expect(html.contains("<span class=\"pill bad\">Stopped</span>"))
        #expect(!html.contains("next try"))
        #expect(html.components(separatedBy: "no further try").count == count + 1)
    }

    @Test func `every address of a receiver is shown whole`() {
        let addresses = (0..<20).map { "https://alertmanager-\($0).monitoring.example.com:9093" }
        var page = StatusPage.Scene.well.page
        page.snapshot.receivers[0].address = addresses.joined(separator: ", ")
        for address in addresses {
            #expect(page.html.contains("<code><bdi>\(address)</bdi></code>"))
        }
    }

    @Test func `an address that misses what another took is told with its reason`() {
        var page = StatusPage.Scene.well.page
        page.snapshot.receivers[0].address = "http://a, http://b"
        page.snapshot.receivers[0].failingAddresses = [
            ReceiverSnapshot.FailingAddress(address: "http://b", failure: .connect)
        ]
        let html = page.html
        #expect(html.contains("1 problem"))
        #expect(
            html.contains(
                "<bdi>http://b</bdi> does not take what others take, <code>connect</code>"))
        #expect(
            html.contains(
                "<code><bdi>http://a</bdi></code>, <code><bdi>http://b</bdi></code> "
                    + "<span class=\"bad\">(connect)</span>"))
    }

    @Test func `every notification of a long queue is shown with its reason and its next try`() {
        var page = StatusPage.Scene.well.page
        page.snapshot.receivers[0].waiting = (1...50).map { index in
            StatusPage.waiting(
                .limited, age: .seconds(60), attempts: index, lastFailure: .tls,
                wait: .seconds(10))
        }
        let html = page.html
        #expect(html.contains("delivering 50 notifications fails, <code>tls</code>"))
        #expect(html.components(separatedBy: "<b>ExchangeRateLimited</b>").count == 51)
        #expect(
            html.contains("50 tries, the last failed: <code class=\"bad\">tls</code>, next try"))
    }

    @Test func `an interval that rejections lengthen says so`() {
        var page = StatusPage.Scene.well.page
        #expect(!page.html.contains("(slowed after rejections)"))
        page.snapshot.bases[0].recentPolls = StatusPage.polls(
            "USD", count: 3, failures: [0: .forbidden, 1: .forbidden, 2: .forbidden])
        #expect(page.html.contains("(slowed after rejections)"))
    }

    @Test func `the end of a limit is told until it has passed`() {
        var page = StatusPage.Scene.well.page
        let reset = page.now.timestamp
        page.snapshot.account.limits.reset = reset + .seconds(1)
        #expect(page.html.contains("<dd>83 requests left until Tue 2026-06-16 14:05:01 UTC</dd>"))
        page.snapshot.account.limits.reset = reset
        #expect(page.html.contains("<dd>83 requests left</dd>"))
        page.snapshot.account.limits.remaining = nil
        #expect(page.html.contains("<dd>not told</dd>"))
    }

    @Test(arguments: [
        ("0.86250", "0.86250"), ("0.0069290465631929046563192904656", "0.0069290466"),
        ("144.32", "144.32"),
    ])
    func `a rate is shown for reading, and exactly on hover`(_ exact: String, _ shown: String) {
        let html = StatusPage.Scene.troubled.page.html
        #expect(html.contains("<dd title=\"\(exact)\">\(shown)</dd>"))
    }

    @Test func `the policy knows the style sheet by its hash`() async throws {
        let style = try Markup(StatusPage.Scene.well.page.html).style
        let file = FileManager.default.temporaryDirectory
            .appendingPathComponent("style-\(UUID().uuidString).css")
        try Data(style.utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let process = try ChildProcess("/usr/bin/sha256sum", [file.path])
        #expect(await process.exitStatus() == 0)
        let line = process.standardOutput
        let digits = Array(line.prefix(64))
        let bytes = stride(from: 0, to: digits.count, by: 2).compactMap {
            UInt8(String(digits[$0...($0 + 1)]), radix: 16)
        }
        #expect(StatusPageStyle.hash == "sha256-" + Data(bytes).base64EncodedString())
        let policy = StatusPage.headers.first { $0.name == "Content-Security-Policy" }?.value
        #expect(policy?.contains("style-src '\(StatusPageStyle.hash)'") == true)
        #expect(policy?.hasPrefix("default-src 'none';") == true)
    }
}

extension String {
    /// Where a text begins, or the start of the whole where it is absent.
    fileprivate func range(of text: String, default whole: String) -> String.Index {
        range(of: text)?.lowerBound ?? whole.startIndex
    }
}
