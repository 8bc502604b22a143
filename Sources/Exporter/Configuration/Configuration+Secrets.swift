import Delivery
import Domain

extension Configuration {
    /// All that no log may show, whatever a peer or a library quotes of it.
    var secrets: [Secret] {
        credential.secrets + receivers.flatMap(\.secrets) + (heartbeat?.url.secrets ?? [])
            + proxies.secrets
    }
}
