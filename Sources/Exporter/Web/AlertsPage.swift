import Domain
import Serving

/// The alerts for programs: JSON, made anew for each request, since it is small.
enum AlertsPage {
    /// Answers a request.
    static func response(to request: Request, showing snapshot: Snapshot) -> Response {
        .json(
            AlertsDocument(snapshot).jsonLine, headers: ["Cache-Control": "no-store"], to: request)
    }
}
