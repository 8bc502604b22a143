import APIModel
import ExchangeRate
import Freshness
import Serving

/// The control path: faults, the clock and the requests that came.
///
/// It has no lock of its own: the stand-in listens on loopback alone.
struct ControlRoutes: Sendable {
    let state: StandInState

    /// The routes, each with its methods.
    var routes: [Route] {
        [
            route("/control/faults", [.get, .post, .delete], faults),
            route("/control/clock", [.get, .post, .delete], clock),
            route("/control/requests", [.get, .delete], requests),
            Route(.exact("/control"), label: "control") { _ in .text(200, HelpText.text) },
            // Without it a misspelt control path would be taken for a request to the API.
            Route(
                .prefix("/control/"), label: "control", methods: Serving.Method.allCases,
                statuses: [404], bodyLimit: Self.longestBody
            ) { _ in
                ControlReply.failure(
                    404, "allowed: /control/faults, /control/clock, /control/requests, /control")
            },
        ]
    }

    private static let longestBody = 65_536

    private func route(
        _ path: String, _ methods: [Serving.Method],
        _ handler: @escaping @Sendable (Request) throws(ControlError) -> Response
    ) -> Route {
        Route(
            .exact(path), label: "control", methods: methods, statuses: [200, 400],
            bodyLimit: Self.longestBody
        ) { request in
            do throws(ControlError) {
                return try handler(request)
            } catch {
                return ControlReply.failure(400, error.message)
            }
        }
    }

    private func faults(_ request: Request) throws(ControlError) -> Response {
        var parameters = ControlParameters(request)
        switch request.method {
        case .post:
            do throws(FaultRuleError) {
                return ControlReply.success(
                    try state.addFault(parameters: parameters.takeAll()).json)
            } catch {
                throw ControlError(message: error.description)
            }
        case .delete:
            let kind = try parameters.take("fault").map { name throws(ControlError) in
                guard let kind = FaultKind(rawValue: name) else {
                    throw ControlError(
                        message: "fault is unknown; allowed: "
                            + FaultKind.allCases.map(\.rawValue).joined(separator: ", "))
                }
                return kind
            }
            let id = try parameters.takeNumber("id")
            try parameters.finish(allowed: "fault, id")
            let removed = state.removeFaults(kind: kind, id: id)
            return ControlReply.success(JSONText.object([("removed", "\(removed)")]))
        case .get, .head, .put:
            try parameters.finish(allowed: "none")
            return ControlReply.success(
                JSONText.object([("faults", JSONText.list(state.faults.map(\.json)))]))
        }
    }

    private func clock(_ request: Request) throws(ControlError) -> Response {
        var parameters = ControlParameters(request)
        switch request.method {
        case .post:
            let offset = parameters.take("offset")
            let now = parameters.take("now")
            try parameters.finish(allowed: "offset, now")
            switch (offset, now) {
            case (let offset?, nil):
                guard let offset = Self.signedDuration(offset) else {
                    throw ControlError(
                        message: "offset is not possible; allowed: a duration such as 90m or -1d")
                }
                state.setClock(offset: offset)
            case (nil, let now?):
                guard let now = Timestamp(iso8601: now) else {
                    throw ControlError(
                        message: "now is not possible; "
                            + "allowed: a UTC time such as 2026-12-24T21:55:00Z")
                }
                state.setClock(now: now)
            case (nil, nil), (.some, .some):
                throw ControlError(message: "allowed: one of offset and now")
            }
        case .delete:
            try parameters.finish(allowed: "none")
            state.setClock(offset: .zero)
        case .get, .head, .put:
            try parameters.finish(allowed: "none")
        }
        let (now, offset) = state.clock
        return ControlReply.success(
            JSONText.object([
                ("now", JSONText.quoted(now.iso8601)),
                ("offset_ms", "\(offset.clampedNanoseconds / 1_000_000)"),
            ]))
    }

    private func requests(_ request: Request) throws(ControlError) -> Response {
        var parameters = ControlParameters(request)
        switch request.method {
        case .delete:
            try parameters.finish(allowed: "none")
            return ControlReply.success(
                JSONText.object([("removed", "\(state.forgetRecords())")]))
        case .get, .head, .post, .put:
            let after = try parameters.takeNumber("after") ?? 0
            try parameters.finish(allowed: "after")
            return ControlReply.success(
                JSONText.object([
                    ("requests", JSONText.list(state.records(after: after).map(\.json)))
                ]))
        }
    }

    private static func signedDuration(_ text: String) -> Duration? {
        guard text.hasPrefix("-") else { return DurationText.duration(text) }
        return DurationText.duration(String(text.dropFirst())).map { .zero - $0 }
    }
}

extension FaultSchedule.Entry {
    /// The rule as an object.
    fileprivate var json: String {
        var fields: [(name: String, json: String)] = [
            ("id", "\(id)"), ("fault", JSONText.quoted(rule.kind.rawValue)),
            (
                "parameters",
                JSONText.object(
                    rule.fault.parameters.map { ($0.name.rawValue, JSONText.quoted($0.value)) })
            ), ("matched", "\(matched)"),
            ("remaining", rule.remaining.map { "\($0)" } ?? "null"), ("every", "\(rule.every)"),
        ]
        if let base = rule.base { fields.append(("base", JSONText.quoted(base.text))) }
        if let end = rule.end { fields.append(("until", JSONText.quoted(end.iso8601))) }
        return JSONText.object(fields)
    }
}
