import Glibc
import TestKit
import Testing

/// The built program, from outside.
@Suite(.byTheClock) struct StandInProgramTests {
    @Test(arguments: [SIGTERM, SIGINT])
    func `a signal ends it with 0 at once, also while an answer hangs`(
        signal: Int32
    ) async throws {
        let program = try await RunningStandIn()
        let control = try program.exchange("POST", "/control/faults?fault=hang")
        #expect(control.text.contains(" 200 "))
        let hanging = try RawConnection(port: program.port)
        hanging.send("GET /v1/latest/USD HTTP/1.1\r\nHost: x\r\n\r\n")
        // The line of the log says that the handler runs.
        let line = await program.process.line(containing: "path=\"/v1/latest/USD\"")
        #expect(line?.hasSuffix("path=\"/v1/latest/USD\" status=none fault=hang key=no") == true)
        let start = ContinuousClock.now
        program.process.signal(signal)
        #expect(await program.process.exitStatus() == 0)
        #expect(ContinuousClock.now - start < .seconds(30))
    }

    @Test func `a port in use is an error that names it`() async throws {
        let first = try await RunningStandIn()
        let address = "127.0.0.1:\(first.port)"
        let second = try RunningStandIn.start(["--web.listen-address=\(address)"])
        #expect(await second.exitStatus() == 1)
        #expect(second.standardError.contains(address))
    }

    @Test func `a wrong flag is wrong usage`() async throws {
        let program = try RunningStandIn.start(["--fast"])
        #expect(await program.exitStatus() == 2)
        #expect(
            program.standardError == "exchangerate-standin: unknown flag \"--fast\"; see --help\n")
    }

    @Test(arguments: [
        ("reset", "", RunningStandIn.End.reset), ("reset&bytes=30", "HTTP/1.1 200", .reset),
        ("cut&bytes=30", "HTTP/1.1 200", .inOrder), ("error", "HTTP/1.1 500", .inOrder),
        ("limit&retry_after=", "HTTP/1.1 429", .inOrder),
    ])
    func `faults are seen on the wire`(
        fault: String, start: String, end: RunningStandIn.End
    ) async throws {
        let program = try await RunningStandIn()
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
