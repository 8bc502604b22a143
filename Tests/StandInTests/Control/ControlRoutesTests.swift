import APIModel
import Domain
import Freshness
import TestKit
import Testing

@testable import Serving
@testable import StandIn

struct ControlRoutesTests {
    private let state: StandInState
    private let clock: ManualClock

    init() throws {
        let start = try #require(Timestamp(iso8601: "2026-06-16T14:02:11Z"))
        let clock = ManualClock(start)
        self.clock = clock
        state = StandInState(settings: ProviderSettings()) { clock.now.timestamp }
    }

    @Test func `a fault is switched on, listed, met and used up`() throws {
        #expect(
            call(.post, "/control/faults?fault=limit&retry_after=7&count=1&base=USD&for=1h")
                == #"200 {"id":1,"fault":"limit","parameters":{"retry_after":"7"},"matched":0,"#
                + #""remaining":1,"every":1,"base":"USD","until":"2026-06-16T15:02:11Z"}"#)
        #expect(
            call(.get, "/control/faults").hasPrefix(#"200 {"faults":[{"id":1,"fault":"limit","#))
        let answer = state.answer(to: APIRequest(target: "/v1/latest/USD")).answer
        #expect(answer.status == 429)
        #expect(answer.header("Retry-After") == "7")
        #expect(call(.get, "/control/faults") == #"200 {"faults":[]}"#)
    }

    @Test func `parameters may come in a form`() {
        #expect(
            call(.post, "/control/faults", form: "fault=stamp&text=a+b%20c")
                .contains(#""parameters":{"text":"a b c"}"#))
    }

    @Test func `faults are switched off by name, by number, or all`() {
        for name in ["hang", "empty", "hang", "reset", "cut"] {
            _ = call(.post, "/control/faults?fault=\(name)")
        }
        #expect(call(.delete, "/control/faults?fault=hang") == #"200 {"removed":2}"#)
        #expect(call(.delete, "/control/faults?id=4") == #"200 {"removed":1}"#)
        #expect(call(.delete, "/control/faults") == #"200 {"removed":2}"#)
    }

    @Test func `the clock of the provider is put ahead and back`() throws {
        #expect(
            call(.get, "/control/clock")
                == #"200 {"now":"2026-06-16T14:02:11Z","offset_ms":0}"#)
        #expect(
            call(.post, "/control/clock?offset=-90m")
                == #"200 {"now":"2026-06-16T12:32:11Z","offset_ms":-5400000}"#)
        #expect(
            call(.post, "/control/clock?now=2026-12-25T10:00:00Z")
                .hasPrefix(#"200 {"now":"2026-12-25T10:00:00Z","#))
        clock.advance(by: .seconds(60))
        let body = state.answer(to: APIRequest(target: "/v1/latest/USD")).answer.body
        #expect(
            String(decoding: body, as: UTF8.self).contains(
                #""market_session":"interbank_closed","timestamp":"2026-12-25T10:01:00Z""#))
        #expect(
            call(.delete, "/control/clock")
                == #"200 {"now":"2026-06-16T14:03:11Z","offset_ms":0}"#)
    }

    @Test func `requests are listed with the machine's time, and without a key's value`() {
        _ = call(.post, "/control/clock?offset=1h")
        _ = state.answer(
            to: APIRequest(target: "/v1/latest/USD", authorization: "Bearer exr_live_secret"))
        clock.advance(by: .milliseconds(1500))
        _ = call(.post, "/control/faults?fault=hang")
        _ = state.answer(to: APIRequest(method: "HEAD", target: "/v1/latest/EUR"))
        let first =
            #"{"id":1,"at_ms":1781618531000,"method":"GET","path":"/v1/latest/USD","#
            + #""status":200,"faults":[],"key":"yes"}"#
        let second =
            #"{"id":2,"at_ms":1781618532500,"method":"HEAD","path":"/v1/latest/EUR","#
            + #""status":null,"faults":["hang"],"key":"no"}"#
        #expect(call(.get, "/control/requests") == "200 {\"requests\":[\(first),\(second)]}")
        #expect(call(.get, "/control/requests?after=1") == "200 {\"requests\":[\(second)]}")
        #expect(call(.delete, "/control/requests") == #"200 {"removed":2}"#)
        #expect(call(.get, "/control/requests") == #"200 {"requests":[]}"#)
    }

    @Test(arguments: [
        (Serving.Method.post, "/control/faults", "fault is missing; allowed: limit, "),
        (.post, "/control/faults?fault=hang&x=1", "x is unknown for fault=hang; allowed: fault, "),
        (.delete, "/control/faults?fault=flood", "fault is unknown; allowed: limit, "),
        (.delete, "/control/faults?id=x", "id is not possible; allowed: a whole number from 0"),
        (.delete, "/control/faults?ids=1", "a parameter is unknown or given twice; allowed: fault"),
        (.get, "/control/faults?a=b", "a parameter is unknown or given twice; allowed: none"),
        (.post, "/control/clock", "allowed: one of offset and now"),
        (.post, "/control/clock?offset=1h&now=2026-12-25T10:00:00Z", "allowed: one of offset and"),
        (.post, "/control/clock?offset=1", "offset is not possible; allowed: a duration such as"),
        (.post, "/control/clock?offset=--1h", "offset is not possible; allowed: a duration"),
        (.post, "/control/clock?now=noon", "now is not possible; allowed: a UTC time such as"),
        (.get, "/control/requests?after=-1", "after is not possible; allowed: a whole number"),
    ])
    func `wrong control requests change nothing and say what is allowed`(
        method: Serving.Method, target: String, message: String
    ) {
        #expect(call(method, target).hasPrefix("400 {\"error\":\"\(message)"))
        #expect(state.faults.isEmpty)
        #expect(state.clock.offset == .zero)
    }

    @Test func `a misspelt control path is no request to the API`() {
        #expect(call(.post, "/control/fault?fault=hang").hasPrefix("404 {\"error\":\"allowed: "))
        #expect(state.records(after: 0).isEmpty)
    }

    /// Status and body of the answer to a control request.
    private func call(_ method: Serving.Method, _ target: String, form: String = "") -> String {
        let sides = target.split(separator: "?", maxSplits: 1).map(String.init)
        let routes = ControlRoutes(state: state).routes
        guard
            case .route(let route, _) = Router(routes).match(
                path: sides[0], method: method.rawValue),
            case .immediate(let handler) = route.handler
        else { return "no route" }
        let response = handler(
            Request(
                method: method, path: sides[0], query: sides.count > 1 ? sides[1] : nil,
                body: Array(form.utf8)))
        return "\(response.status) \(response.text)"
    }
}
