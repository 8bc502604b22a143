import Domain
import Freshness
import Testing

struct AlertTests {
    /// Vectors computed by Prometheus' own library.
    @Test(arguments: [
        (["alertname": "alert1", "lbl1": "val1"], "fac0861a85de433a"),
        (
            ["severity": "page", "instance": "fx-1", "alertname": "ExchangeRateDataStale"],
            "b9249c068b640acb"
        ),
    ])
    func `a fingerprint is Prometheus' own`(labels: [String: String], expected: String) {
        let alert = Alert(labels: labels, annotations: [:], startsAt: .epoch)
        #expect(alert.fingerprint == expected)
    }
}
