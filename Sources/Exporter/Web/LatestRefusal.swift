import ExchangeRate
import FoundationEssentials
import Freshness
import Serving

/// Why a request for the newest readings gets none, in the API's own codes.
enum LatestRefusal: Error, Hashable {
    case notFound
    case missingBase
    case malformedBase
    case malformedSymbols
    /// A name that the query has more than once.
    case repeated(String)
    /// A base that is not configured, and those that are.
    case unsupportedBase(CurrencyCode, supported: [CurrencyCode])
    /// Symbols of which none belongs to the base.
    case invalidPair(CurrencyCode)
    /// Nothing has come yet.
    case dataUnavailable(CurrencyCode, retryAfter: Duration)

    private struct Document: Encodable {
        let result = "error"
        let code: String
        let message: String
    }

    var status: Int {
        switch self {
        case .missingBase, .malformedBase, .malformedSymbols, .repeated: 400
        case .notFound, .unsupportedBase: 404
        case .invalidPair: 422
        case .dataUnavailable: 503
        }
    }

    /// The API's name for it, by which a client tells errors apart.
    var code: String {
        switch self {
        case .notFound: "not_found"
        case .missingBase: "missing_parameter"
        case .malformedBase, .malformedSymbols, .repeated: "invalid_request"
        case .unsupportedBase: "unsupported_base"
        case .invalidPair: "invalid_pair"
        case .dataUnavailable: "data_unavailable"
        }
    }

    /// What is wrong and what to do, for people.
    var message: String {
        switch self {
        case .notFound:
            return "There is nothing here; ask for /v1/latest/USD, with a base that is polled."
        case .missingBase: return "No base is named; ask for /v1/latest/USD or ?base=USD."
        case .malformedBase: return "A base is three letters in upper case, such as USD."
        case .malformedSymbols:
            return "Symbols are codes of three letters in upper case, such as EUR,GBP."
        case .repeated(let name):
            return "There may be one \(name)=; symbols are joined by commas, such as EUR,GBP."
        case .unsupportedBase(let base, let supported):
            let list = supported.map(\.text).joined(separator: ", ")
            return "\(base) is not among the bases that this exporter polls: "
                + (list.isEmpty ? "it polls none." : "\(list).")
        case .invalidPair(let base):
            return "None of the symbols is among those that this exporter polls for \(base)."
        case .dataUnavailable(let base, _): return "No rate of \(base) has come yet; try again."
        }
    }

    /// The answer.
    func response(to request: Request) -> Response {
        var headers: HeaderFields = ["Cache-Control": "no-store"]
        if case .dataUnavailable(_, let wait) = self {
            headers.append("Retry-After", "\(max(1, Int64(wait.inSeconds.rounded(.up))))")
        }
        return .json(
            Document(code: code, message: message).jsonLine, status: status, headers: headers,
            to: request)
    }
}
