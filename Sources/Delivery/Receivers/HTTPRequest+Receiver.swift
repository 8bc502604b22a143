import Domain
import HTTP

extension HTTPRequest {
    /// A `POST` of JSON to a receiver, within the limits of its settings.
    ///
    /// - Parameter version: that of the daemon.
    init(
        posting body: [UInt8], to url: Secret, settings: ReceiverSettings, version: String,
        bodyLimit: Int
    ) {
        self.init(
            method: .post, url: url.reveal(),
            headers: HTTPHeaders([
                HTTPHeaders.Field(name: "Content-Type", value: "application/json"),
                .userAgent(version: version),
            ]), body: body, timeout: settings.timeout, bodyLimit: bodyLimit,
            leavesOnce: true, certificateAuthorityFile: settings.caFile)
    }
}

extension HTTPHeaders.Field {
    /// How the daemon names itself.
    static func userAgent(version: String) -> Self {
        Self(name: "User-Agent", value: "exchangerate-exporter/\(version)")
    }
}
