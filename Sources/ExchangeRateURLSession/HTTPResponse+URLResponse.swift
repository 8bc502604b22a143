import Foundation
import HTTP

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

extension HTTPResponse {
    /// The status and headers of an answer, without its body; nil where it is none of HTTP.
    ///
    /// `URLSession` joins fields of one name by commas and forgets their order: they are sorted here,
    /// so that equal answers are equal values.
    init?(_ response: URLResponse?) {
        guard let response = response as? HTTPURLResponse else { return nil }
        let fields = response.allHeaderFields.compactMap { name, value in
            (name as? String).map { HTTPHeaders.Field(name: $0, value: Self.trimmed("\(value)")) }
        }
        self.init(
            status: response.statusCode,
            headers: HTTPHeaders(fields.sorted { $0.name < $1.name }))
    }

    /// Foundation on Linux leaves the white space at the end of a value.
    private static func trimmed(_ value: String) -> String {
        value.trimmingCharacters(in: .whitespaces)
    }
}
