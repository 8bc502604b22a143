import Domain
import Pipeline
import Serving

@testable import Exporter

/// The pages of a daemon that has rates, alerts and notifications.
enum ExamplePages {
    private static let board = SnapshotBoard(
        ExampleState.firing.snapshot(now: ExamplePipeline.now, storage: StorageSnapshot()))

    /// All routes of the daemon; reloading is off.
    static func routes(telemetryPath: String = "/metrics") -> [Route] {
        let clock = StoppedClock()
        return Routes(
            board: board, clock: clock, build: ExamplePipeline.build,
            telemetryPath: telemetryPath,
            reloadPage: ReloadPage(isEnabled: false, clock: clock)
        ).all(counter: RequestCounter())
    }
}
