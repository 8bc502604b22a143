import Crypto
import Domain
import Freshness
import Serving

/// The newest readings for programs, as the API itself would send them: for apps that need no key,
/// and for exporters that poll this one.
enum LatestPage {
    /// All that it answers with.
    static let statuses: Set<Int> = [200, 304, 400, 404, 422, 503]

    /// Answers a request from what was published; nothing is ever asked upstream for one.
    static func response(
        to request: Request, showing snapshot: Snapshot, at now: Moment
    ) -> Response {
        do throws(LatestRefusal) {
            return try answer(
                to: request, asking: try LatestQuestion(request), showing: snapshot, at: now)
        } catch {
            return error.response(to: request)
        }
    }

    private static func answer(
        to request: Request, asking question: LatestQuestion, showing snapshot: Snapshot,
        at now: Moment
    ) throws(LatestRefusal) -> Response {
        guard let base = snapshot.bases.first(where: { $0.base == question.base }) else {
            throw .unsupportedBase(question.base, supported: snapshot.bases.map(\.base))
        }
        let symbols = question.symbols.map { asked in
            base.symbols.filter { asked.contains($0.symbol) }
        }
        guard base.symbols.isEmpty || symbols?.isEmpty != true else {
            throw .invalidPair(question.base)
        }
        let shown = symbols ?? base.symbols
        let wait = base.nextPollAt.map {
            max(.zero, now.instant.duration(to: snapshot.publishedAt.instant(at: $0)))
        }
        guard var document = LatestDocument(base, symbols: shown, at: now.instant) else {
            throw .dataUnavailable(question.base, retryAfter: wait ?? .zero)
        }
        var headers: HeaderFields = ["Cache-Control": cacheControl(shown, until: wait, at: now)]
        let tag = (try? SHA256.digest(of: document.jsonLine)).map { digest in
            EntityTag(String(digest.hexadecimal.prefix(32)))
        }
        if let tag { headers.append("ETag", tag.text) }
        // In whole seconds, as the API has it, so that every answer is of one length.
        document.timestamp = Timestamp(seconds: now.timestamp.wholeSeconds)?.iso8601
        let response = Response.json(document.jsonLine, headers: headers, to: request)
        guard let tag, tag.isNamed(inIfNoneMatch: request.headers["If-None-Match"]) else {
            return response
        }
        headers.append("Vary", "Accept-Encoding")
        return Response(status: 304, headers: headers, body: response.body)
    }

    /// How long the answer stays what it is: until the next poll, or until one of its rates becomes
    /// stale where that is sooner, as it is while polls fail.
    private static func cacheControl(
        _ symbols: [SymbolSnapshot], until wait: Duration?, at now: Moment
    ) -> String {
        let changes = symbols.filter { $0.observation != nil && !$0.isStale(at: now.instant) }
            .map { now.instant.duration(to: $0.staleAfter) }
        // Whole seconds, downwards: a cache must not outlive what it holds.
        let seconds = (changes + [wait ?? .zero]).min()?.components.seconds ?? 0
        return "max-age=\(max(0, seconds))"
    }
}
