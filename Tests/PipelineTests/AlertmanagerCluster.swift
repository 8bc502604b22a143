import Domain
import Foundation
import Freshness
import HTTP
import Synchronization
import TestKit

/// Two Alertmanagers on a manual clock: one takes all, the other refuses what it can.
///
/// What a member shows follows from what it took: an alert fires until its `endsAt`, unless it is
/// told again.
final class AlertmanagerCluster: HTTPTransport {
    enum Member: String, CaseIterable {
        case steady
        case flaky

        var url: String { "http://\(rawValue).example" }
    }

    /// The last word of the alert of a base.
    struct Shown {
        var startsAt: Timestamp
        var endsAt: Timestamp
    }

    /// What a member took, and how it came to it.
    struct Story {
        fileprivate(set) var shown: [String: Shown] = [:]
        fileprivate(set) var requests = 0
        fileprivate(set) var refusals = 0
        /// When an alert was last taken, or first refused.
        private var servedAt: [String: Timestamp] = [:]

        /// Whether nothing in a list has waited for too long.
        fileprivate mutating func mayRefuse(_ list: [PostableAlert], now: Timestamp) -> Bool {
            for alert in list where servedAt[alert.base] == nil { servedAt[alert.base] = now }
            return list.allSatisfy { alert in
                servedAt[alert.base].map { now - $0 < patience } ?? true
            }
        }

        fileprivate mutating func take(_ list: [PostableAlert], now: Timestamp) {
            for alert in list {
                guard let startsAt = Timestamp(iso8601: alert.startsAt),
                    let endsAt = Timestamp(iso8601: alert.endsAt)
                else { continue }
                shown[alert.base] = Shown(startsAt: startsAt, endsAt: endsAt)
                servedAt[alert.base] = now
            }
        }
    }

    fileprivate struct PostableAlert: Decodable {
        let labels: [String: String]
        let startsAt: String
        let endsAt: String

        /// All that tells the alerts of one name apart.
        var base: String { labels["base"] ?? "" }
    }

    private struct State {
        var random: SeededGenerator
        var stories: [Member: Story] = [:]
    }

    /// After so long the flaky one takes what it has not heard of: what fires is told every minute,
    /// and lasts for five.
    private static let patience: Duration = .seconds(200)

    private let clock: ManualClock
    private let state: Mutex<State>

    init(clock: ManualClock, seed: UInt64) {
        self.clock = clock
        state = Mutex(State(random: SeededGenerator(seed: seed)))
    }

    func story(of member: Member) -> Story {
        state.withLock { $0.stories[member] ?? Story() }
    }

    func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
        let member = Member.allCases.first { request.url == "\($0.url)/api/v2/alerts" }
        let list = try? JSONDecoder().decode([PostableAlert].self, from: Data(request.body))
        guard let member, let list else { return HTTPResponse(status: 400) }
        let now = clock.now.timestamp
        let answer = state.withLock { state -> Result<HTTPResponse, TransportError> in
            var story = state.stories[member] ?? Story()
            defer { state.stories[member] = story }
            story.requests += 1
            let mayRefuse = member == .flaky && story.mayRefuse(list, now: now)
            switch mayRefuse ? Int.random(in: 0..<10, using: &state.random) : 0 {
            case 0, 1:
                story.take(list, now: now)
                return .success(HTTPResponse(status: 200))
            case 2:
                story.take(list, now: now)
                return .failure(TransportError(kind: .interrupted, detail: "the answer is lost"))
            case 3..<7:
                story.refusals += 1
                return .success(HTTPResponse(status: 503))
            default:
                story.refusals += 1
                return .failure(TransportError(kind: .connect, detail: "refused"))
            }
        }
        return try answer.get()
    }
}
