import Foundation
import Glibc
import TestKit
import Testing

/// The built program, from outside.
@Suite(.byTheClock) struct StandInProgramTests {
    @Test(arguments: [SIGTERM, SIGINT])
    func `a signal ends it with 0 at once, also while an answer hangs`(signal: Int32) throws {
        let program = try RunningStandIn(["--web.listen-address=127.0.0.1:0"])
        let control = try program.exchange("POST", "/control/faults?fault=hang")
        #expect(control.text.contains(" 200 "))
        let hanging = try RawConnection(port: program.port)
        hanging.send("GET /v1/latest/USD HTTP/1.1\r\nHost: x\r\n\r\n")
        // The line of the log says that the handler runs.
        let line = try program.nextLine()
        #expect(line.contains("path=\"/v1/latest/USD\" status=none fault=hang key=no"))
        let start = ContinuousClock.now
        kill(program.process.processIdentifier, signal)
        program.process.waitUntilExit()
        #expect(program.process.terminationReason == .exit)
        #expect(program.process.terminationStatus == 0)
        #expect(ContinuousClock.now - start < .seconds(30))
    }

    @Test func `a port in use is an error that names it`() throws {
        let first = try RunningStandIn(["--web.listen-address=127.0.0.1:0"])
        let second = try RunningStandIn(
            ["--web.listen-address=127.0.0.1:\(first.port)"], serves: false)
        second.process.waitUntilExit()
        #expect(second.process.terminationStatus == 1)
        let text = String(decoding: try second.errors.readToEnd() ?? Data(), as: UTF8.self)
        #expect(text.contains("127.0.0.1:\(first.port)"))
    }

    @Test func `a wrong flag is wrong usage`() throws {
        let program = try RunningStandIn(["--fast"], serves: false)
        program.process.waitUntilExit()
        #expect(program.process.terminationStatus == 2)
        let text = String(decoding: try program.errors.readToEnd() ?? Data(), as: UTF8.self)
        #expect(text == "exchangerate-standin: unknown flag \"--fast\"; see --help\n")
    }

    @Test(arguments: [
        ("reset", "", RunningStandIn.End.reset), ("reset&bytes=30", "HTTP/1.1 200", .reset),
        ("cut&bytes=30", "HTTP/1.1 200", .inOrder), ("error", "HTTP/1.1 500", .inOrder),
        ("limit&retry_after=", "HTTP/1.1 429", .inOrder),
    ])
    func `faults are seen on the wire`(
        fault: String, start: String, end: RunningStandIn.End
    ) throws {
        let program = try RunningStandIn(["--web.listen-address=127.0.0.1:0"])
        let control = try program.exchange("POST", "/control/faults?fault=\(fault)")
        #expect(control.text.contains(" 200 "))
        let answer = try program.exchange("GET", "/v1/latest/USD")
        #expect(answer.end == end)
        #expect(answer.text.hasPrefix(start))
        if start.isEmpty { #expect(answer.text.isEmpty) }
        if fault.contains("bytes=30") {
            #expect(answer.text.hasSuffix("\r\n\r\n{\"result\":\"success\",\"base\":\"US"))
        }
    }
}
