import Testing

/// A path of the exporter as its documentation has it: what it answers, and to whom.
struct ServedPath: Sendable, CustomTestStringConvertible {
    /// With its query.
    let target: String
    /// The name by which its requests are counted.
    let handler: String
    /// The methods that it allows; nil where there is nothing.
    let allowed: [String]?
    /// What an allowed method gets.
    let status: Int
    let contentType: String
    let vary: String?
    /// A regular expression that `Cache-Control` matches whole; nil: there is none.
    let cacheControl: String?
    /// Whether it needs no password.
    let isOpen: Bool

    init(
        _ target: String, handler: String, allowed: [String]? = ["GET", "HEAD"], status: Int = 200,
        contentType: String = ServedPath.plainText, vary: String? = nil,
        cacheControl: String? = nil, isOpen: Bool = false
    ) {
        self.target = target
        self.handler = handler
        self.allowed = allowed
        self.status = status
        self.contentType = contentType
        self.vary = vary
        self.cacheControl = cacheControl
        self.isOpen = isOpen
    }

    var testDescription: String { target }

    /// Without its query.
    var path: Substring { target.prefix { $0 != "?" } }

    /// The type of every short text.
    static let plainText = "text/plain; charset=utf-8"

    /// Every path there is, and some where there is nothing, of an exporter that has rates of USD.
    static func all(isLifecycleEnabled: Bool) -> [ServedPath] {
        pages + rates
            + [
                ServedPath(
                    "/-/reload", handler: "reload", allowed: ["POST"],
                    status: isLifecycleEnabled ? 200 : 403)
            ] + nothing.map { ServedPath($0, handler: "other", allowed: nil, status: 404) }
    }

    private static let pages = [
        ServedPath(
            "/", handler: "status", contentType: "text/html; charset=utf-8",
            vary: "Accept-Encoding", cacheControl: "no-store"),
        ServedPath(
            "/?x=/nowhere", handler: "status", contentType: "text/html; charset=utf-8",
            vary: "Accept-Encoding", cacheControl: "no-store"),
        ServedPath(
            "/metrics", handler: "metrics", contentType: metrics,
            vary: "Accept, Accept-Encoding"),
        ServedPath(
            "/metrics?name[]=x&%00", handler: "metrics", contentType: metrics,
            vary: "Accept, Accept-Encoding"),
        ServedPath("/-/healthy", handler: "healthy", isOpen: true),
        ServedPath("/-/ready", handler: "ready", isOpen: true),
        ServedPath(
            "/api/v1/alerts", handler: "alerts", contentType: "application/json",
            vary: "Accept-Encoding", cacheControl: "no-store"),
    ]

    private static let metrics = "text/plain; version=0.0.4; charset=utf-8"

    private static let rates =
        ["/v1/latest/USD", "/v1/latest/USD?symbols=EUR,JPY", "/v1/latest?base=USD"].map {
            ServedPath(
                $0, handler: "latest", contentType: "application/json", vary: "Accept-Encoding",
                cacheControl: "max-age=[0-9]+")
        }
        + [
            ("/v1/latest", 400), ("/v1/latest/usd", 400), ("/v1/latest/CHF", 404),
            ("/v1/latest/USD/EUR", 404), ("/v1/latest/USD?symbols=CHF", 422),
        ].map { target, status in
            ServedPath(
                target, handler: "latest", status: status, contentType: "application/json",
                vary: "Accept-Encoding", cacheControl: "no-store")
        }

    private static let nothing = [
        "/nowhere", "/metricsx", "/metrics/", "//metrics", "/Metrics", "/%6detrics", "/metrics%00",
        "/-/", "/-/reload/", "/v1", "/v1/latestx", "/api/v1/alerts/", "/favicon.ico",
    ]
}
