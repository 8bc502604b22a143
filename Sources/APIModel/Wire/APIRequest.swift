/// A request as the provider sees it.
public struct APIRequest: Sendable, Hashable {
    /// The method, in upper case.
    public var method: String
    /// Path and query as the request line bears them.
    public var target: String
    /// The value of the `Authorization` header; nil where there is none.
    public var authorization: String?
    /// Where the request came from: limits without a key count by address.
    public var address: String

    /// Makes a request.
    public init(
        method: String = "GET", target: String, authorization: String? = nil,
        address: String = "127.0.0.1"
    ) {
        self.method = method
        self.target = target
        self.authorization = authorization
        self.address = address
    }
}
