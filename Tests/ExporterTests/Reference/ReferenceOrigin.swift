/// What stands at the top of every file that is made here.
enum ReferenceOrigin {
    /// Lines of a comment, for a file made of a catalogue.
    static func lines(catalogue: String) -> [String] {
        [
            "Made from the \(catalogue) by",
            "RECORD_GOLDEN=1 swift test --filter ExporterTests.ReferenceFilesTests",
            "and held against it by the same test; what is written here is lost.",
        ]
    }
}
