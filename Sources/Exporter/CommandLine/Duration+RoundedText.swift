import ConfigTree
import Freshness

extension Duration {
    /// As Prometheus writes it, without the milliseconds that nobody plans by.
    var roundedText: String {
        guard self >= .seconds(10) else { return prometheusText }
        return Duration.seconds(Int64(inSeconds.rounded())).prometheusText
    }
}
