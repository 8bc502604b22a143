import Testing

@testable import Rehearsal

struct RehearsalSettingsTests {
    @Test(arguments: [
        ("freeze 2025-12-25T00:00Z 3h", "2025-12-25T00:00:00Z is not within 2025-12-20 to"),
        ("freeze 2025-12-19T23:59Z 3h", "2025-12-19T23:59:00Z is not within 2025-12-20 to"),
        ("freeze 2025-12-20 3h CHF", "CHF is no base of the configuration, which has USD"),
        ("missing symbol 2025-12-20 3h CHF", "no base that it hits has the symbol CHF"),
        ("bad numbers 2025-12-20 3h USD", "no base that it hits has the symbol USD"),
        ("receiver down 2025-12-20 3h oncall", "no receiver is named \"oncall\"; configured: webh"),
    ])
    func `an incident that hits nothing is refused`(incident: String, problem: String) {
        let error = #expect(throws: RehearsalError.self) {
            try Example(from: "2025-12-20", incidents: [incident]).settings()
        }
        #expect(error?.description.contains(problem) == true, "\(error?.description ?? "")")
    }
}
