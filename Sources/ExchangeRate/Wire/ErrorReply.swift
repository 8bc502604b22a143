/// What a reply says of an error, in any of the shapes that the API and those before it use.
///
/// `{"result":"error","code":"…","message":"…"}`, `{"error":"…"}` and
/// `{"error":{"code":"…","message":"…"}}`.
struct ErrorReply: Decodable {
    private enum CodingKeys: String, CodingKey {
        case result
        case code
        case message
        case error
        case rates
    }

    private struct Detail: Decodable {
        enum CodingKeys: String, CodingKey {
            case code
            case message
        }

        var code: String?
        var message: String?

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            code = try? container.decode(String.self, forKey: .code)
            message = try? container.decode(String.self, forKey: .message)
        }
    }

    var code: String?
    var message: String?
    /// Whether the reply is an error even in a 200: its result is another than `success`, or it
    /// names an error and has no rates.
    var isError: Bool

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let detail = try? container.decode(Detail.self, forKey: .error)
        let error = try? container.decode(String.self, forKey: .error)
        code = (try? container.decode(String.self, forKey: .code)) ?? detail?.code
        // Some put the code where others put the message.
        if code == nil, let error, FailureReason(code: error) != nil { code = error }
        message = (try? container.decode(String.self, forKey: .message)) ?? detail?.message ?? error

        if Self.holds(.result, in: container) {
            isError = (try? container.decode(String.self, forKey: .result)) != "success"
        } else {
            let namesError = Self.holds(.error, in: container) || code != nil
            isError = namesError && !Self.holds(.rates, in: container)
        }
    }

    /// Whether a key is there with another value than null.
    private static func holds(
        _ key: CodingKeys, in container: KeyedDecodingContainer<CodingKeys>
    ) -> Bool {
        container.contains(key) && (try? container.decodeNil(forKey: key)) == false
    }
}
