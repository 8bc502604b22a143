import Delivery
import Domain
import Freshness
import Pipeline

extension Configuration {
    /// What the pipeline needs of it.
    func pipelineSettings(options: Options, loadedAt: Timestamp) -> PipelineSettings {
        PipelineSettings(
            bases: bases, poll: poll, limits: freshness,
            alerting: AlertingSettings(
                alerts: alerts, receivers: receivers, externalURL: options.externalURL ?? "",
                version: Version.number),
            fingerprint: credential.fingerprint(url: api.url),
            isKeyless: credential == .keyless, isPublicAPI: api.isPublic, loadedAt: loadedAt)
    }

    /// How many may have a request under way at a time: bases, addresses, the heartbeat.
    var peerCount: Int {
        bases.count + receivers.flatMap(\.urls).count + (heartbeat == nil ? 0 : 1)
    }
}
