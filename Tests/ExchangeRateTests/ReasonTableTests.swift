import ExchangeRate
import TestKit
import Testing

/// Every status and every code of the API's pages, alone and in every combination.
struct ReasonTableTests {
    /// A row of the documented table, and what it is called here.
    struct Row: Sendable, CustomTestStringConvertible {
        let status: Int
        let codes: [String]
        let reason: FailureReason

        var testDescription: String { "\(status)" }
    }

    private static let documented = [
        Row(status: 400, codes: ["missing_parameter", "invalid_request"], reason: .badRequest),
        Row(status: 401, codes: ["invalid_api_key"], reason: .unauthorized),
        Row(status: 403, codes: ["forbidden"], reason: .forbidden),
        Row(status: 403, codes: ["quota_exceeded"], reason: .quotaExceeded),
        Row(status: 422, codes: ["invalid_pair", "unsupported_base"], reason: .unprocessable),
        Row(status: 429, codes: ["rate_limited", "ip_rate_limited"], reason: .rateLimited),
        // By the provider's pages a spent quota may come with either status.
        Row(status: 429, codes: ["quota_exceeded"], reason: .quotaExceeded),
        Row(
            status: 503,
            codes: [
                "data_unavailable", "live_unavailable", "source_unavailable",
                "service_unavailable", "auth_unavailable", "quota_unavailable",
            ], reason: .server),
    ]

    /// What a status alone is called; 200 is good.
    private static let statuses: [Int: FailureReason] = [
        201: .unexpectedStatus, 204: .unexpectedStatus, 206: .unexpectedStatus, 301: .redirect,
        302: .redirect, 303: .redirect, 307: .redirect, 308: .redirect, 400: .badRequest,
        401: .unauthorized, 402: .unexpectedStatus, 403: .forbidden, 404: .notFound,
        405: .unexpectedStatus, 406: .unexpectedStatus, 408: .unexpectedStatus,
        410: .unexpectedStatus, 418: .unexpectedStatus, 422: .unprocessable, 429: .rateLimited,
        451: .unexpectedStatus, 500: .server, 501: .server, 502: .server, 503: .server,
        504: .server, 520: .server, 530: .server,
    ]

    private static func bodies(code: String) -> [String] {
        [
            "{\"result\":\"error\",\"code\":\"\(code)\",\"message\":\"m\"}",
            "{\"code\":\"\(code)\"}", "{\"error\":\"\(code)\"}",
            "{\"error\":{\"code\":\"\(code)\",\"message\":\"m\"}}",
        ]
    }

    @Test(arguments: documented)
    func `a documented error has its reason`(row: Row) async throws {
        for code in row.codes {
            for body in Self.bodies(code: code) {
                let error = try await failure(
                    from: ScriptedTransport(status: row.status, body: body))
                #expect(error.reason == row.reason, "\(body)")
                #expect(error.code == code)
                #expect(error.status == row.status)
            }
        }
    }

    @Test func `a documented code keeps its reason with every other status`() async throws {
        var count = 0
        for row in Self.documented {
            for code in row.codes {
                for status in Self.statuses.keys.sorted() + [200] {
                    for body in Self.bodies(code: code) {
                        let error = try await failure(
                            from: ScriptedTransport(status: status, body: body))
                        #expect(error.reason == row.reason, "\(status) \(body)")
                        count += 1
                    }
                }
            }
        }
        #expect(count == 16 * 29 * 4)
    }

    @Test func `a status has its reason with a code that nobody knows, and without any`()
        async throws
    {
        for (status, reason) in Self.statuses {
            for body in Self.bodies(code: "brand_new") + ["", "{}", "<html></html>", "null"] {
                let error = try await failure(from: ScriptedTransport(status: status, body: body))
                #expect(error.reason == reason, "\(status) \(body)")
            }
        }
    }

    @Test func `only limit answers close the gate`() {
        let limits: Set<FailureReason> = [.rateLimited, .quotaExceeded]
        for reason in FailureReason.allCases {
            #expect(reason.isLimit == limits.contains(reason))
        }
    }
}
