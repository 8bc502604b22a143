/// Who is let in, over what, and what every answer carries; may change while a server runs.
public struct AccessPolicy: Sendable {
    /// Nil: plain HTTP.
    ///
    /// A server keeps to what it was made with, encrypted or not.
    public var tls: TLSCredentials?
    /// Nil: everyone is let in.
    public var authentication: BasicAuthentication?
    /// Header fields of every answer that has none of the name.
    public var headers: HeaderFields

    /// Makes a policy.
    public init(
        tls: TLSCredentials? = nil, authentication: BasicAuthentication? = nil,
        headers: HeaderFields = [:]
    ) {
        self.tls = tls
        self.authentication = authentication
        self.headers = headers
    }
}
