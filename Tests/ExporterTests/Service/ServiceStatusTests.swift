import Domain
import Testing

@testable import Exporter

struct ServiceStatusTests {
    @Test(arguments: [
        (StatusPage.Scene.well, "2 bases, no alert fires"),
        (.clearing, "1 base, 1 alert fires"),
        (.empty, "0 bases, no alert fires"),
        (.hostile, "1 base, 1 alert fires, state in memory only"),
    ])
    func `the status is said in a few words of our own`(scene: StatusPage.Scene, text: String) {
        #expect(ServiceStatus.text(of: scene.page.snapshot) == text)
    }

    @Test func `what is lost or not in force is added`() {
        var snapshot = StatusPage.Scene.well.page.snapshot
        snapshot.storage.memoryReason = "the disk is full"
        snapshot.isConfigurationCurrent = false
        #expect(
            ServiceStatus.text(of: snapshot) == "2 bases, no alert fires, state in memory only, "
                + "the newest configuration is not in force")
    }
}
