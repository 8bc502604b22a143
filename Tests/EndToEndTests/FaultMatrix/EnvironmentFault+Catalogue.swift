import Foundation
import TestKit
import Testing

extension EnvironmentFault {
    /// Every fault, in the order of docs/reliability.md.
    static let all = upstream + receiving + storing + system

    // While the API answers nothing good, nothing new is known that could be told.
    private static let upstream = [
        api("the API answers 500", "error"), api("the API answers no JSON", "garbage"),
        api("the API never answers", "hang"), api("the API resets each connection", "reset"),
        api("the API ends each body in its middle", "cut"),
        api("the API answers with 64 MiB in a little gzip", "gzip_bomb"),
        api("the API limits every request", "limit&retry_after=1"),
    ]

    private static func api(_ description: String, _ fault: String) -> EnvironmentFault {
        EnvironmentFault(
            testDescription: description, pages: .isImpossible,
            begin: { try await $0.api.add(fault: fault) },
            end: { try $0.api.clear(fault: String(fault.prefix { $0 != "&" })) })
    }

    private static let receiving = [
        receiver("a receiver answers 503", .answers(503)), receiver("a receiver hangs", .hangs),
        receiver("a receiver resets each connection", .resets),
        receiver("a receiver takes all and says so a byte at a time", .takesAndDrips),
        receiver("a receiver answers no HTTP", .sendsGarbage),
    ]

    private static func receiver(
        _ description: String, _ behavior: ReceiverServer.Behavior
    ) -> EnvironmentFault {
        EnvironmentFault(
            testDescription: description, begin: { $0.oncall.behave(behavior) },
            end: { $0.oncall.behave(.takes) })
    }

    private static let storing = [
        disk("the disk is full", .full), disk("the disk became read-only", .readOnly),
        disk("the disk fails", .fails), disk("the disk hangs", .hangs),
    ]

    private static func disk(_ description: String, _ mood: FaultyDisk.Mood) -> EnvironmentFault {
        EnvironmentFault(
            testDescription: description, begin: { try $0.disk.set(mood) },
            end: { scene in
                try scene.disk.set(.works)
                // It is tried every 30 s; what happens before that is in memory alone.
                let line = "the state is stored again"
                try #require(
                    await scene.exporter.process.line(containing: line, within: .seconds(90)) != nil
                )
            })
    }

    private static let system = [
        EnvironmentFault(
            testDescription: "no descriptor is left", scrapes: .mayWait, polls: .mayWait,
            pages: .mayWait, reloads: .mayWait,
            // What is closed meanwhile is fewer than the requests that show it.
            begin: { try await $0.limit("--nofile=\(ProcessUsage(of: $0.process).descriptors):") },
            bites: { try $0.leavesRequestsUnanswered() },
            end: { try await $0.limit("--nofile=1024:") }),
        EnvironmentFault(
            testDescription: "clients hold every connection with half a request",
            begin: { try $0.holdConnections(300, sending: "GET /metr") },
            end: { $0.releaseConnections() }),
        EnvironmentFault(
            testDescription: "clients ask, and read no answer",
            begin: {
                try $0.holdConnections(
                    100,
                    sending: String(
                        repeating: "GET / HTTP/1.1\r\nHost: x\r\n\r\n", count: 50))
            }, end: { $0.releaseConnections() }),
        EnvironmentFault(
            testDescription: "memory is used up", scrapes: .mayWait, polls: .mayWait,
            pages: .mayWait, reloads: .mayWait,
            begin: { try await $0.limit("--as=1:") },
            bites: { scene in
                try !scene.exporter.process.isRunning || scene.leavesRequestsUnanswered()
            },
            end: { scene in
                guard scene.exporter.process.isRunning else { return try await scene.restart() }
                try await scene.limit("--as=unlimited:")
            }),
        EnvironmentFault(
            testDescription: "it is stopped for seconds (SIGSTOP)", scrapes: .mayWait,
            polls: .mayWait, pages: .mayWait, reloads: .mayWait,
            begin: { $0.exporter.process.signal(SIGSTOP) },
            bites: { try $0.leavesRequestsUnanswered() },
            end: { $0.exporter.process.signal(SIGCONT) }),
        EnvironmentFault(
            testDescription: "the machine sleeps for a minute, again and again",
            begin: { try await $0.sleep() },
            // Shorter altogether than the time after which what fires is told again.
            course: { scene in
                try await scene.repeatedly(every: .seconds(2)) { try await scene.sleep() }
            }),
        EnvironmentFault(
            testDescription: "SIGHUP comes a hundred times a second",
            begin: { $0.exporter.process.signal(SIGHUP) },
            course: { scene in
                try await scene.repeatedly(every: .milliseconds(10)) {
                    scene.exporter.process.signal(SIGHUP)
                }
            }),
        EnvironmentFault(
            testDescription: "it is killed once a second (SIGKILL)", scrapes: .mayWait,
            reloads: .mayWait,
            begin: { try await $0.killAndRestart() },
            course: { scene in
                try await scene.repeatedly(every: .seconds(1)) { try await scene.killAndRestart() }
            },
            bites: { $0.killCount > 2 }),
        EnvironmentFault(
            testDescription: "it is killed while it starts, again and again", scrapes: .mayWait,
            polls: .mayWait, pages: .mayWait, reloads: .mayWait,
            begin: { await $0.exporter.kill() },
            course: { scene in
                try await scene.repeatedly(every: .zero) { try await scene.killStart() }
            },
            bites: { $0.killCount > 9 },
            end: { try await $0.restart() }),
    ]
}
