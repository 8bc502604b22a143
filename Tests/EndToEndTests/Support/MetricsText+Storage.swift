extension MetricsText {
    /// How often the storage has failed, whatever it was asked for.
    func storageErrors() -> Double {
        series("exchangerate_storage_errors_total").values.reduce(0, +)
    }
}
