import Glibc
import Serving
import Testing

@testable import Exporter

struct ServiceEnvironmentTests {
    private func read(_ environment: [String: String]) throws -> ServiceEnvironment {
        try ServiceEnvironment(environment, process: 4711)
    }

    @Test func `sockets that are ours count from descriptor 3, whatever their names`() throws {
        let service = try read([
            "LISTEN_PID": "4711", "LISTEN_FDS": "2", "LISTEN_FDNAMES": "web:admin",
        ])
        #expect(service.sockets == [.inherited(descriptor: 3), .inherited(descriptor: 4)])
        #expect(service.notifySocket == nil)
        #expect(service.watchdogTimeout == nil)
    }

    @Test(arguments: [
        [:], ["LISTEN_FDS": "1"], ["LISTEN_PID": "4711"], ["LISTEN_PID": "1", "LISTEN_FDS": "1"],
        ["LISTEN_PID": "", "LISTEN_FDS": "1"], ["LISTEN_PID": "x", "LISTEN_FDS": "1"],
        ["LISTEN_PID": "4711", "LISTEN_FDS": ""], ["LISTEN_PID": "4711", "LISTEN_FDS": "0"],
        ["LISTEN_PID": "1", "LISTEN_FDS": "many"],
    ])
    func `sockets that are not ours are none`(environment: [String: String]) throws {
        #expect(try read(environment).sockets == [])
    }

    @Test func `what was read is taken out of the environment`() async {
        await #expect(processExitsWith: .success) {
            for name in ServiceEnvironment.variables { setenv(name, "1", 1) }
            ServiceEnvironment.clear()
            for name in ServiceEnvironment.variables { try #require(getenv(name) == nil) }
        }
    }

    @Test(arguments: ["many", "-1", "+1", "65536", "99999999999999999999"])
    func `a number of sockets that is none is an error`(count: String) {
        #expect(throws: ServiceEnvironmentError.malformedCount(count)) {
            try read(["LISTEN_PID": "4711", "LISTEN_FDS": count])
        }
    }

    @Test(arguments: [
        (["WATCHDOG_USEC": "30000000"], Duration.seconds(30)),
        (["WATCHDOG_USEC": "500", "WATCHDOG_PID": "4711"], .microseconds(500)),
        (["WATCHDOG_USEC": "30000000", "WATCHDOG_PID": "1"], nil),
        (["WATCHDOG_USEC": "30000000", "WATCHDOG_PID": "x"], nil),
        (["WATCHDOG_USEC": "0"], nil), (["WATCHDOG_USEC": "-1"], nil),
        (["WATCHDOG_USEC": "soon"], nil), (["WATCHDOG_PID": "4711"], nil),
    ])
    func `a watchdog counts where it means this process`(
        environment: [String: String], timeout: Duration?
    ) throws {
        #expect(try read(environment).watchdogTimeout == timeout)
    }

    @Test(arguments: [
        ("/run/systemd/notify", true), ("@systemd", true),
        ("", false), ("@", false), ("run/notify", false), ("vsock:2:1234", false),
        ("/" + String(repeating: "x", count: 106), true),
        ("/" + String(repeating: "x", count: 107), false),
        ("@" + String(repeating: "x", count: 107), true),
        ("@" + String(repeating: "x", count: 108), false),
    ])
    func `an address that cannot be told anything is warned of`(
        address: String, isGood: Bool
    ) throws {
        let service = try read(["NOTIFY_SOCKET": address])
        #expect((service.notifySocket != nil) == isGood)
        #expect(service.warnings.isEmpty == (isGood || address.isEmpty))
    }
}
