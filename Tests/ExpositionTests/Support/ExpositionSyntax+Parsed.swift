import Exposition
import TestKit

extension ExpositionSyntax {
    /// What the strict reader calls it.
    var parsed: ParsedExposition.Syntax {
        switch self {
        case .prometheusText: .prometheusText
        case .openMetrics: .openMetrics
        }
    }
}
