import TestKit
import Testing

extension BrowserTests {
    /// What looks at the status page finds what is wrong with a page.
    @Suite struct PageAuditTests {
        /// A fault, in the words that put it into a good page, and the kind of what is to be found.
        struct Fault: CustomTestStringConvertible {
            let testDescription: String
            let kind: String
            var head = ""
            var style = ""
            var body = ""

            init(
                _ name: String, _ kind: String, head: String = "", style: String = "",
                body: String = ""
            ) {
                testDescription = name
                self.kind = kind
                self.head = head
                self.style = style
                self.body = body
            }
        }

        private static let page = """
            <!DOCTYPE html>
            <html lang="en"><head><meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <title>Well</title><style>p a{padding:1em 0}/*style*/</style><!--head--></head>
            <body><header><h1>Well</h1></header>
            <main><h2>First</h2><p>Some text and <a href="#x">a link</a>.</p><!--body--></main>
            <footer>The end</footer></body></html>
            """

        private static let faults = [
            Fault("no fault", ""),
            Fault("a long word", "sideways", body: "<p>\(String(repeating: "W", count: 90))</p>"),
            Fault(
                "content that is cut", "cut",
                body: "<div style='width:3em;overflow:hidden'>Unbelievable</div>"),
            Fault("text that leaves its box", "cut", body: "<p style='width:2em'>Unbelievable</p>"),
            Fault("text without a place", "cut", body: "<p style='display:none'>Hidden</p>"),
            Fault(
                "text over text", "overlap",
                body: "<p>Some more text</p><p style='margin-top:-2em'>Some other text</p>"),
            Fault("small targets", "target", style: "a{font-size:12px;padding:0!important}"),
            Fault(
                "targets that overlap", "target",
                body: "<p><a href='#y'>above</a><br><a href='#z'>below</a></p>"),
            Fault("small print", "font", style: "p{font-size:11px}"),
            Fault("pale text", "contrast", style: "p{color:#888}"),
            Fault("pale text in the dark", "contrast", style: "p{background:#123;color:#567}"),
            Fault("a pale drawing", "contrast", body: drawing("<rect class='good' fill='#ccc'")),
            Fault(
                "bars that differ by colour alone", "color",
                body: drawing("<rect class='good' fill='#060'", "<rect class='bad' fill='#600'")),
            Fault("a dot without a word", "color", body: "<p><span class='bad'></span>Text</p>"),
            Fault("a link without a line", "color", style: "a{text-decoration:none}"),
            Fault("two main headings", "heading", body: "<h1>Second</h1>"),
            Fault("a level left out", "heading", body: "<h4>Fourth</h4>"),
            Fault("an identifier twice", "identifier", body: "<p id='a'>A</p><p id='a'>B</p>"),
            Fault("a label that is absent", "identifier", body: "<p aria-labelledby='no'>A</p>"),
            Fault("a link without a name", "name", body: "<a href='#y' style='padding:2em'></a>"),
            Fault("an image without a name", "name", body: drawing("<rect fill='#000'", label: "")),
            Fault("two mains", "landmark", body: "</main><main>Second"),
            Fault("text outside of all landmarks", "landmark", body: "</main><p>Lost</p><main>"),
            Fault("a table without scopes", "table", body: "<table><tr><th>A<td>B</table>"),
            Fault("a list of something else", "list", body: "<ul><p>No item</p></ul>"),
            Fault("no zoom", "zoom", head: "<meta name='viewport' content='user-scalable=no'>"),
            Fault(
                "a page that reloads for ever", "refresh",
                head: "<meta http-equiv='refresh' content='600'>"),
            Fault("a script", "foreign", body: "<script></script>"),
        ]

        private static func drawing(_ shapes: String..., label: String = "A drawing") -> String {
            let content = shapes.map { $0 + " width='9' height='9' y='0'/>" }.joined()
            return "<svg role='img' aria-label='\(label)' viewBox='0 0 99 9'>\(content)</svg>"
        }

        @Test(arguments: faults)
        func `a fault of a page is found, and nothing else`(fault: Fault) async throws {
            var html = Self.page.replacing("<!--body-->", with: fault.body)
                .replacing("/*style*/", with: fault.style)
            // The first of two is the one that counts here.
            html =
                fault.head.contains("viewport")
                ? html.replacing(#/<meta name="viewport"[^>]*>/#, with: fault.head)
                : html.replacing("<!--head-->", with: fault.head)
            let tab = try await ChromiumTab()
            try await tab.resize(to: .phone)
            let server = try LoopbackServer(
                .send(
                    "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n"
                        + "Content-Length: \(html.utf8.count)\r\n\r\n\(html)"))
            defer { server.stop() }
            try await tab.open(server.url)
            let audit = try await tab.audit()
            let expected: Set<String> = fault.kind.isEmpty ? [] : [fault.kind]
            #expect(audit.kinds.isSuperset(of: expected), "\(audit.findings)")
            #expect(fault.kind.isEmpty == audit.kinds.isEmpty, "\(audit.findings)")
            try await tab.close()
        }

        @Test func `a page that asks for more than itself, or is forbidden something, is noticed`()
            async throws
        {
            let html = "<img src='/other.png'><script>1</script>"
            let server = try LoopbackServer(
                .send(
                    "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n"
                        + "Content-Security-Policy: script-src 'none'\r\n"
                        + "Content-Length: \(html.utf8.count)\r\n\r\n\(html)"))
            defer { server.stop() }
            let tab = try await ChromiumTab()
            try await tab.open(server.url)
            #expect(try tab.requests().contains(server.url + "/other.png"))
            let isNoticed = await eventually {
                tab.complaints().contains { $0.contains("Content Security Policy") }
            }
            #expect(isNoticed, "\(tab.complaints())")
            try await tab.close()
        }
    }
}
