extension MetricFamily {
    static let buildInfo = MetricFamily(
        "exchangerate_exporter_build_info", .info,
        labels: ["version", "revision", "swiftversion"],
        help: "What this exporter was built from; always 1."
    ) { scrape, out in
        let build = scrape.build
        out.sample(build.version, build.revision, build.swiftVersion, .flag(true))
    }
}
