import Domain

extension MetricFamily {
    static let storageErrors = MetricFamily(
        "exchangerate_storage_errors_total", .counter, labels: ["operation"],
        help: "Operations on the stored state that failed."
    ) { scrape, out in
        for operation in StorageError.Operation.allCases {
            let count = scrape.snapshot.storage.errors[operation] ?? 0
            out.sample(operation.rawValue, .count(count))
        }
    }
}
