/// How the bytes of a body are packed.
public enum ContentCoding: Sendable, Hashable {
    /// As they are.
    case identity
    /// By `Gzip`.
    case gzip

    /// Chooses by the value of an `Accept-Encoding` header. RFC 9110, 12.5.3
    ///
    /// gzip where the client allows it and does not want identity more; identity in every other
    /// case, also where the client forbids it, since the alternative is no answer.
    public static func preferred(acceptEncoding: String?) -> ContentCoding {
        guard let acceptEncoding else { return .identity }
        var weights: [String: Int] = [:]
        for element in WeightedList.elements(in: acceptEncoding) {
            // RFC 9110, 8.4.1.3: recipients treat "x-gzip" as "gzip".
            weights[element.value == "x-gzip" ? "gzip" : element.value] = element.weight
        }
        let gzip = weights["gzip"] ?? weights["*"] ?? 0
        return gzip > 0 && gzip >= weights["identity"] ?? 0 ? .gzip : .identity
    }
}
