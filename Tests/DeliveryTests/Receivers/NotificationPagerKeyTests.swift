import Domain
import Foundation
import Testing

@testable import Delivery

struct NotificationPagerKeyTests {
    private static let golden = Domain.Notification.example(origin: GoldenNotification.origin)

    @Test func `a key is the digest of what a group began with`() {
        // printf 'oncall\xff{}:{alertname="ExchangeRateStale"}\xffsite\xffzürich\xffteam\xfffx\xffhttps://fx.example/\xff'
        //   | sha256sum
        #expect(
            Self.golden.pagerKey
                == "1dfca04e3e012bf5921147be347e8499d2bae93a4e58ac665e7b706b2a800db4")
    }

    @Test func `nothing that changes while a group lives changes the key`() {
        var later = Self.golden
        later.id = "n2"
        later.reason = .allResolved
        later.createdAt = Moment.after(9000).timestamp
        later.alerts = [.example("GBP", endsAt: 60), .example("JPY", endsAt: 70)]
        #expect(later.pagerKey == Self.golden.pagerKey)
    }

    @Test func `what tells incidents apart changes the key`() {
        let keys = [
            Self.golden,
            .example(to: "other", origin: GoldenNotification.origin),
            .example(group: .limited, origin: GoldenNotification.origin),
            .example(origin: GroupOrigin(labels: [:], externalURL: "https://fx.example/")),
            .example(
                origin: GroupOrigin(
                    labels: GoldenNotification.origin.labels, externalURL: "https://b.example/")),
            .example(origin: GroupOrigin(labels: ["ab": "c"])),
            .example(origin: GroupOrigin(labels: ["a": "bc"])),
            .example(origin: GroupOrigin(labels: ["a": "b", "c": "d"])),
            .example(origin: GroupOrigin(labels: ["a": "b"], externalURL: "c")),
            .example(origin: GroupOrigin(labels: ["b": "a"], externalURL: "c")),
        ].map(\.pagerKey)
        #expect(Set(keys).count == keys.count)
        #expect(keys.allSatisfy { $0.count == 64 })
    }
}
