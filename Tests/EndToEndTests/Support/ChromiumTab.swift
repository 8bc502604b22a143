import Foundation
import TestKit
import Testing

/// A tab of the browser.
final class ChromiumTab: Sendable {
    /// Whether the user's system is light or dark.
    enum Scheme: String, Sendable, CaseIterable {
        case light
        case dark
    }

    private let chromium: Chromium
    private let target: String
    private let session: String

    /// Opens an empty tab in the browser of the suite.
    init() async throws {
        struct Target: Decodable { let targetId: String }
        struct Session: Decodable { let sessionId: String }
        chromium = try #require(Chromium.shared)
        target = try await chromium.call(
            "Target.createTarget", ["url": "about:blank"], as: Target.self
        ).targetId
        session = try await chromium.call(
            "Target.attachToTarget", ["targetId": target, "flatten": true], as: Session.self
        ).sessionId
        for domain in ["Page", "Runtime", "Network", "Log", "Audits", "Accessibility"] {
            try await call("\(domain).enable")
        }
    }

    /// Goes to an address, and waits until all of it is there.
    func open(_ url: String) async throws {
        let before = loadCount
        try await call("Page.navigate", ["url": url])
        try await waitForLoad(before + 1)
    }

    /// How many documents have been loaded so far.
    var loadCount: Int {
        chromium.events(of: session).count { $0.method == "Page.loadEventFired" }
    }

    /// Waits until so many documents have been loaded.
    func waitForLoad(
        _ count: Int, sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        let isLoaded = await eventually(every: .milliseconds(10)) { loadCount >= count }
        try #require(isLoaded, "document \(count) is loaded", sourceLocation: sourceLocation)
    }

    /// Makes the window that of a phone or of a desktop.
    func resize(to size: WindowSize) async throws {
        try await call(
            "Emulation.setDeviceMetricsOverride",
            [
                "width": size.width, "height": size.height, "deviceScaleFactor": 1,
                "mobile": size.isMobile,
            ])
    }

    /// Makes the system light or dark.
    func setScheme(_ scheme: Scheme) async throws {
        try await call(
            "Emulation.setEmulatedMedia",
            ["features": [["name": "prefers-color-scheme", "value": scheme.rawValue]]])
    }

    /// The value of an expression, which must be one of JSON; no policy of the page forbids it.
    func evaluate<Value: Decodable>(_ script: String, as type: Value.Type) async throws -> Value {
        let evaluation = try await chromium.call(
            "Runtime.evaluate", ["expression": script, "returnByValue": true, "userGesture": true],
            session: session,
            as: Evaluation<Value>.self)
        guard let value = evaluation.result.value else {
            let reason = evaluation.exceptionDetails?.exception?.description
            throw Chromium.Refusal(method: script, reason: reason ?? "no value")
        }
        return value
    }

    /// The value of an expression that is a text.
    func text(_ script: String) async throws -> String {
        try await evaluate(script, as: String.self)
    }

    /// Does something as the user would.
    func perform(_ script: String) async throws {
        _ = try await evaluate("(\(script), true)", as: Bool.self)
    }

    /// What a screen reader gets.
    func accessibilityTree() async throws -> [AccessibilityNode] {
        struct Tree: Decodable { let nodes: [AccessibilityNode] }
        return try await chromium.call(
            "Accessibility.getFullAXTree", session: session, as: Tree.self
        ).nodes
    }

    /// The addresses of all requests so far; those of `data:` reach nobody.
    func requests() throws -> [String] {
        struct Sent: Decodable {
            struct Parameters: Decodable {
                struct Request: Decodable { let url: String }

                let request: Request
            }

            let params: Parameters
        }
        return try chromium.events(of: session).filter { $0.method == "Network.requestWillBeSent" }
            .map { try JSONDecoder().decode(Sent.self, from: $0.message).params.request.url }
            .filter { !$0.hasPrefix("data:") }
    }

    /// All that the browser complains of: errors, what scripts print, what a policy forbids.
    func complaints() -> [String] {
        let kinds: Set = [
            "Runtime.exceptionThrown", "Runtime.consoleAPICalled", "Log.entryAdded",
            "Audits.issueAdded", "Network.loadingFailed",
        ]
        return chromium.events(of: session).filter { kinds.contains($0.method) }
            .map { String(decoding: $0.message, as: UTF8.self) }
    }

    /// Closes the tab.
    func close() async throws {
        try await chromium.call("Target.closeTarget", ["targetId": target])
    }

    private func call(_ method: String, _ parameters: sending [String: Any] = [:]) async throws {
        try await chromium.call(method, parameters, session: session)
    }
}

/// What became of a script.
private struct Evaluation<Value: Decodable>: Decodable {
    struct Object: Decodable { let value: Value? }
    struct Exception: Decodable {
        struct Object: Decodable { let description: String? }

        let exception: Object?
    }

    let result: Object
    let exceptionDetails: Exception?
}

/// The size of a window.
struct WindowSize: Sendable {
    let width: Int
    let height: Int
    let isMobile: Bool

    static let phone = Self(width: 390, height: 844, isMobile: true)
    static let desktop = Self(width: 1280, height: 800, isMobile: false)
    /// A desktop's page at four times its size, at which nothing may be lost (WCAG 2.2, 1.4.10).
    static let zoomed = Self(width: 320, height: 256, isMobile: false)
}
