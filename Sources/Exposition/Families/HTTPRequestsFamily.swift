extension MetricFamily {
    static let httpRequests = MetricFamily(
        "exchangerate_http_requests_total", .counter, labels: ["handler", "code"],
        isMoving: true,
        help: "Requests that this exporter answered."
    ) { scrape, out in
        let counts = scrape.httpRequests.sorted { ($0.handler, $0.code) < ($1.handler, $1.code) }
        for count in counts {
            out.sample(count.handler, String(count.code), .count(count.count))
        }
    }
}
