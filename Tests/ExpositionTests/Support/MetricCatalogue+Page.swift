import TestKit

@testable import Exposition

extension MetricCatalogue {
    /// The page of a scrape.
    func page(
        _ scrape: Scrape, as syntax: ExpositionSyntax = .prometheusText
    ) -> [UInt8] {
        prepare(scrape, as: syntax).page(scrape)
    }

    /// The metrics on the page of a scrape, by the strict reader.
    func families(
        _ scrape: Scrape, as syntax: ExpositionSyntax = .prometheusText
    ) throws -> [ParsedExposition.Family] {
        try ParsedExposition(page(scrape, as: syntax), as: syntax.parsed).families
    }
}

extension PreparedPage {
    /// The page of a scrape.
    func page(_ scrape: Scrape) -> [UInt8] { parts(scrape).flatMap(\.bytes) }
}

extension MetricFamily {
    /// The metric on the page of a scrape, by the strict reader; nil where it has no samples.
    func parsed(
        _ scrape: Scrape, as syntax: ExpositionSyntax = .prometheusText
    ) throws -> ParsedExposition.Family? {
        try MetricCatalogue(families: [self]).families(scrape, as: syntax).first
    }
}
