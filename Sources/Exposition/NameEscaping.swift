/// How a scraper wants names that the first formats could not write.
///
/// All names here can be written in any format, so a page is the same under each scheme; formats of
/// version 1.0.0 name the scheme all the same.
/// https://prometheus.io/docs/instrumenting/escaping_schemes/
public enum NameEscaping: String, Sendable, Hashable, CaseIterable {
    /// Written in quotes, as they are.
    case allowUTF8 = "allow-utf-8"
    case underscores
    case dots
    case values
}
