import Foundation
import TestKit

/// Those who read pages in ways that cost a server something, a bounded number at a time.
struct SoakScrapers {
    private static let longestCrowd = 8

    private var slow: [RawConnection] = []

    /// Does one of the things that are done to a server in an hour.
    mutating func trouble(port: UInt16, using random: inout SeededGenerator) throws {
        switch Int.random(in: 0..<4, using: &random) {
        case 0:
            // Asks for a page and takes next to nothing of it.
            let connection = try RawConnection(port: port, receiveBuffer: 2048)
            connection.send("GET /metrics HTTP/1.1\r\nHost: x\r\n\r\n")
            slow.append(connection)
            if slow.count > Self.longestCrowd { slow.removeFirst() }
        case 1:
            for _ in 0..<20 {
                let connection = try RawConnection(port: port)
                connection.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
                connection.resetOnClose()
            }
        case 2:
            let crowd = try (0..<30).map { _ in try RawConnection(port: port) }
            for connection in crowd {
                connection.send("GET /-/healthy HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
            }
            for connection in crowd { _ = connection.ends(within: .seconds(10)) }
        default:
            for text in [
                "\u{0}\u{1}\r\n\r\n", "GET / HTTP/9\r\n\r\n", "POST /metrics HTTP/1.1\r\n",
            ] {
                try RawConnection(port: port).send(text)
            }
        }
    }

    /// Leaves.
    mutating func leave() { slow = [] }
}
