import Serving

extension StatusPage {
    /// Whether a request asks for a page that does not reload itself.
    static func asksForStillPage(_ request: Request) -> Bool {
        request.queryItems.contains { $0.name == stillQuery.name && $0.value == stillQuery.value }
    }
}
