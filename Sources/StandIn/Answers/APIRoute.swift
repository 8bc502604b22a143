import APIModel
import Serving

/// The route that answers as the API does: everything that is no other route's.
enum APIRoute {
    static func make(
        state: StandInState, log: @escaping @Sendable (RequestRecord) -> Void
    ) -> Route {
        Route(
            .prefix("/"), label: "api", methods: Serving.Method.allCases, bodyLimit: 65_536
        ) { request in
            let (answer, record) = state.answer(
                to: APIRequest(
                    method: request.method.rawValue, target: request.target,
                    authorization: request.headers["Authorization"]))
            log(record)
            return DeliveredResponse.response(for: answer, to: request)
        }
    }
}

extension Request {
    /// Path and query as they were sent.
    var target: String {
        query.map { "\(path)?\($0)" } ?? path
    }
}
