import Foundation
import Synchronization
import TestKit

/// An API whose every text a test chooses.
final class RatesServer: Sendable {
    /// What it answers to a base.
    enum Answer: Sendable {
        /// Rates that were observed some time ago.
        case rates([String: String], age: Duration = .zero, source: String, session: String)
        /// An error, with what its body says.
        case error(Int, message: String, headers: String = "")
    }

    private final class Book: Sendable {
        let answer: Mutex<@Sendable (String) -> Answer>

        init(_ answer: @escaping @Sendable (String) -> Answer) { self.answer = Mutex(answer) }
    }

    private let book: Book
    private let server: LoopbackServer

    /// Answers to each base as the closure says.
    init(_ answer: @escaping @Sendable (String) -> Answer) throws {
        let book = Book(answer)
        self.book = book
        server = try LoopbackServer { request in
            let base = String(request.head.prefix { $0 != "?" }.suffix(3))
            let answer = book.answer.withLock { $0 }
            return [Self.step(answer(base), base: base)]
        }
    }

    deinit { server.stop() }

    var url: String { server.url }

    /// Answers otherwise from now on.
    func change(to answer: @escaping @Sendable (String) -> Answer) {
        book.answer.withLock { $0 = answer }
    }

    private static func step(_ answer: Answer, base: String) -> LoopbackServer.Step {
        switch answer {
        case .rates(let rates, let age, let source, let session):
            let stamp = Date.now.addingTimeInterval(-Double(age.components.seconds))
            let list = rates.sorted { $0.key < $1.key }.map { "\"\($0)\":\($1)" }
            return response(
                "200 OK",
                """
                {"result":"success","base":"\(base)","source":\(quoted(source)),\
                "market_session":\(quoted(session)),\
                "data_updated_at":"\(stamp.ISO8601Format())",\
                "rates":{\(list.joined(separator: ","))}}
                """)
        case .error(let status, let message, let headers):
            return response(
                "\(status) No", "{\"result\":\"error\",\"message\":\(quoted(message))}",
                headers: headers)
        }
    }

    private static func quoted(_ text: String) -> String {
        let data = try? JSONEncoder().encode(text)
        return String(decoding: data ?? Data("\"\"".utf8), as: UTF8.self)
    }

    private static func response(
        _ status: String, _ body: String, headers: String = ""
    ) -> LoopbackServer.Step {
        .send(
            "HTTP/1.1 \(status)\r\nContent-Length: \(body.utf8.count)\r\n\(headers)\r\n\(body)")
    }
}
