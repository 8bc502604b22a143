import Foundation
import Synchronization
import TestKit
import Testing

/// Gives the stand-in, which knows the currencies of the ECB alone, any number of bases.
///
/// Each made-up base is asked for as one that the stand-in knows, and what it answers, whole or
/// broken, bears the made-up name: of the same length, so that no length changes.
final class SoakAPI: Sendable {
    private struct State {
        var requests = 0
        var underWay = 0
    }

    private final class Book: Sendable {
        let state = Mutex(State())
    }

    /// Those of the stand-in.
    private static let known = [
        "USD", "JPY", "GBP", "CHF", "SEK", "NOK", "DKK", "PLN", "CZK", "HUF", "AUD", "CAD", "NZD",
        "CNY", "INR", "KRW", "MXN", "ZAR", "TRY", "SGD", "HKD", "THB", "PHP", "ILS", "BRL",
    ]

    /// How long a reply may take to come whole; a little more than the exporter waits.
    private static let patience = Duration.seconds(1.2)

    private let book = Book()
    private let server: LoopbackServer

    init(of port: UInt16) throws {
        let book = book
        server = try LoopbackServer { request in
            let target = request.head.split(separator: " ").dropFirst().first ?? ""
            let base = Self.base(in: target)
            book.state.withLock { state in
                state.requests += 1
                state.underWay += 1
            }
            defer { book.state.withLock { $0.underWay -= 1 } }
            return Self.relay(request.head, as: base, to: port)
        }
    }

    deinit { server.stop() }

    var url: String { server.url }

    /// Made-up bases: `AAQ`, `ABQ` and so on.
    static func bases(_ count: Int) -> [String] {
        let letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
        return letters.prefix(8).flatMap { first in
            letters.map { "\(first)\($0)Q" }
        }.prefix(count).map(\.self)
    }

    /// How many requests came.
    var requests: Int { book.state.withLock(\.requests) }

    var isBusy: Bool { book.state.withLock { $0.underWay > 0 } }

    private static func base(in target: Substring) -> String {
        let items = URLComponents(string: String(target))?.queryItems ?? []
        return items.first { $0.name == "base" }?.value
            ?? String(target.split(separator: "?")[0].suffix(3))
    }

    /// The currency that a base is asked for as.
    static func currency(of base: String) -> String {
        known.contains(base)
            ? base : known[base.unicodeScalars.reduce(0) { $0 * 31 + Int($1.value) } % known.count]
    }

    private static func relay(
        _ head: String, as base: String, to port: UInt16
    ) -> [LoopbackServer.Step] {
        let name = currency(of: base)
        let head = head.replacing(base, with: name, maxReplacements: 1)
        do {
            let connection = try RawConnection(port: port)
            connection.send(head + "\r\nConnection: close\r\n\r\n")
            let bytes = try connection.readToEnd(within: patience)
            return [.send(renaming(name, to: base, in: bytes)), .close]
        } catch {
            return [.reset]
        }
    }

    private static func renaming(_ name: String, to base: String, in bytes: [UInt8]) -> [UInt8] {
        var bytes = bytes
        if let range = bytes.firstRange(of: Array("\"base\":\"\(name)\"".utf8)) {
            bytes.replaceSubrange(range, with: Array("\"base\":\"\(base)\"".utf8))
        }
        return bytes
    }
}
