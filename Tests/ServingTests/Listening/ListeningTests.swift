import Glibc
import Serving
import TestKit
import Testing

extension ServerTests {
    @Suite struct ListeningTests {
        static func server(_ addresses: ListenAddress...) -> Server {
            Server(settings: ServerSettings(addresses: addresses), routes: [.text()])
        }

        static func status(_ client: RawConnection) throws -> Int {
            client.send(get("/m"))
            return try client.readResponse().status
        }

        @Test func `a port that is taken is named with what to do`() async throws {
            let first = Self.server(.ipv4("127.0.0.1", port: 0))
            try first.start()
            let address = ListenAddress.ipv4("127.0.0.1", port: first.port)
            for taken in [address, .anyInterface(port: first.port), .loopback(port: first.port)] {
                let second = Self.server(.ipv4("127.0.0.1", port: 0), taken)
                let error = StartError.addressInUse(address: taken.description)
                #expect(throws: error) { try second.start() }
                #expect(
                    error.description == "cannot listen on \(taken): address already in use; "
                        + "end the process that listens there, or choose another address")
                #expect(second.boundAddresses == [])
            }
            await first.stop(grace: .zero)
            let third = Self.server(address)
            try third.start()
            await third.stop(grace: .zero)
        }

        @Test func `an address that the machine lacks is named`() {
            let server = Self.server(.ipv4("192.0.2.1", port: 9))
            #expect(throws: StartError.addressNotAvailable(address: "192.0.2.1:9")) {
                try server.start()
            }
        }

        @Test(arguments: [ListenAddress.anyInterface(port: 0), .loopback(port: 0)])
        func `both families reach the same port`(_ address: ListenAddress) async throws {
            let server = Self.server(address)
            try server.start()
            #expect(server.port != 0)
            #expect(try Self.status(RawConnection(port: server.port)) == 200)
            #expect(try Self.status(RawConnection(ipv6Port: server.port)) == 200)
            await server.stop(grace: .zero)
        }

        @Test func `an IPv6 address takes no IPv4 connections`() async throws {
            let server = Self.server(.ipv6("::1", port: 0))
            try server.start()
            #expect(try Self.status(RawConnection(ipv6Port: server.port)) == 200)
            #expect(throws: RawConnectionError.self) { try RawConnection(port: server.port) }
            await server.stop(grace: .zero)
        }

        @Test func `a server listens on several addresses at once`() async throws {
            let server = Self.server(.ipv4("127.0.0.1", port: 0), .ipv4("127.0.0.1", port: 0))
            try server.start()
            #expect(server.boundAddresses.count == 2)
            for case .ipv4(_, let port) in server.boundAddresses {
                #expect(try Self.status(RawConnection(port: port)) == 200)
            }
            await server.stop(grace: .zero)
        }

        @Test func `a Unix socket serves, closes after each answer, and is removed`() async throws {
            try await withTemporaryFolder { folder in
                let path = folder + "/s"
                let server = Self.server(.unix(path: path))
                try server.start()
                #expect(server.boundAddresses == [.unix(path: path)])
                for _ in 0..<3 {
                    let client = try RawConnection(unixPath: path)
                    client.send(get("/m"))
                    let response = try client.readResponse()
                    #expect(response.status == 200)
                    #expect(response["Connection"] == "close")
                    #expect(client.ends(within: .seconds(60)))
                }
                await server.stop(grace: .zero)
                #expect(access(path, F_OK) != 0)
            }
        }

        @Test func `a slow client of a Unix socket is cut`() async throws {
            try await withTemporaryFolder { folder in
                let server = Server(
                    settings: ServerSettings(
                        addresses: [.unix(path: folder + "/s")],
                        deadlines: Deadlines(
                            request: .milliseconds(150), response: .milliseconds(150))),
                    routes: [.text(), .big(bytes: 8_000_000)])
                try server.start()
                let slow = try RawConnection(unixPath: folder + "/s")
                slow.send("GET /m")
                let deaf = try RawConnection(unixPath: folder + "/s")
                deaf.send(get("/big"))
                try deaf.waitForBytes()
                #expect(slow.ends(within: .seconds(5)))
                try await eventually("both are cut") { server.connectionCount == 0 }
                await server.stop(grace: .zero)
            }
        }

        @Test func `a Unix socket that is left over is replaced`() async throws {
            try await withTemporaryFolder { folder in
                let path = folder + "/s"
                try Self.leaveSocket(at: path)
                let server = Self.server(.unix(path: path))
                try server.start()
                #expect(try Self.status(RawConnection(unixPath: path)) == 200)
                await server.stop(grace: .zero)
            }
        }

        @Test func `a Unix socket in use is refused, and left alone`() async throws {
            try await withTemporaryFolder { folder in
                let path = folder + "/s"
                let first = Self.server(.unix(path: path))
                try first.start()
                let second = Self.server(.unix(path: path))
                #expect(throws: StartError.addressInUse(address: "unix:\(path)")) {
                    try second.start()
                }
                #expect(try Self.status(RawConnection(unixPath: path)) == 200)
                await first.stop(grace: .zero)
            }
        }

        @Test func `a file that is no socket is refused, and left alone`() throws {
            try withTemporaryFolder { folder in
                let path = folder + "/s"
                close(open(path, O_CREAT | O_WRONLY, 0o600))
                #expect(throws: StartError.notASocket(address: "unix:\(path)")) {
                    try Self.server(.unix(path: path)).start()
                }
                #expect(access(path, F_OK) == 0)
            }
        }

        @Test func `a socket of a successor at the same path is not removed`() async throws {
            try await withTemporaryFolder { folder in
                let path = folder + "/s"
                let first = Self.server(.unix(path: path))
                try first.start()
                rename(path, path + ".old")
                let second = Self.server(.unix(path: path))
                try second.start()
                await first.stop(grace: .zero)
                #expect(try Self.status(RawConnection(unixPath: path)) == 200)
                await second.stop(grace: .zero)
            }
        }

        @Test func `a socket that was handed over serves, and outlives the server`() async throws {
            let (descriptor, port) = try Self.openListener()
            defer { close(descriptor) }
            let server = Self.server(.inherited(descriptor: descriptor))
            try server.start()
            #expect(server.boundAddresses == [.ipv4("127.0.0.1", port: port)])
            #expect(try Self.status(RawConnection(port: port)) == 200)
            await server.stop(grace: .zero)

            let waiting = try RawConnection(port: port)
            let successor = Self.server(.inherited(descriptor: descriptor))
            try successor.start()
            #expect(try Self.status(waiting) == 200)
            await successor.stop(grace: .zero)
        }

        @Test func `a Unix socket that was handed over serves, and its file stays`() async throws {
            try await withTemporaryFolder { folder in
                let path = folder + "/s"
                let descriptor = try Self.boundSocket(at: path)
                defer { close(descriptor) }
                try #require(listen(descriptor, 16) == 0)
                let server = Self.server(.inherited(descriptor: descriptor))
                try server.start()
                #expect(server.boundAddresses == [.unix(path: path)])
                #expect(try Self.status(RawConnection(unixPath: path)) == 200)
                await server.stop(grace: .zero)
                _ = try RawConnection(unixPath: path)
                #expect(access(path, F_OK) == 0)
            }
        }

        /// What systemd can hand over beside streams that listen.
        enum Wrong {
            case file, datagram, sequence, connection
        }

        @Test(arguments: [
            (Wrong.file, "no socket"), (.datagram, "a datagram socket"),
            (.sequence, "no stream socket"), (.connection, "a stream socket that does not listen"),
        ])
        func `a descriptor that is no listening stream is refused with what it is`(
            wrong: Wrong, kind: String
        ) {
            let descriptor =
                switch wrong {
                case .file: open("/dev/null", O_RDONLY | O_CLOEXEC)
                case .datagram: socket(AF_INET, Int32(SOCK_DGRAM.rawValue), 0)
                case .sequence: socket(AF_UNIX, Int32(SOCK_SEQPACKET.rawValue), 0)
                case .connection: socket(AF_INET6, Int32(SOCK_STREAM.rawValue), 0)
                }
            defer { close(descriptor) }
            let error = StartError.notListening(
                address: "descriptor \(descriptor)", kind: kind)
            #expect(throws: error) {
                try Self.server(.inherited(descriptor: descriptor)).start()
            }
            #expect(error.description.contains("it is \(kind); a socket unit needs ListenStream="))
            #expect(fcntl(descriptor, F_GETFD) >= 0, "it is left open")
        }

        @Test func `a descriptor that is not open is refused`() {
            #expect(throws: StartError.notListening(address: "descriptor -1", kind: "no socket")) {
                try Self.server(.inherited(descriptor: -1)).start()
            }
        }

        /// Leaves the file of a Unix socket that nobody listens at.
        private static func leaveSocket(at path: String) throws {
            close(try boundSocket(at: path))
        }

        /// A Unix socket that is bound and does not listen.
        private static func boundSocket(at path: String) throws -> Int32 {
            let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
            var address = sockaddr_un()
            address.sun_family = sa_family_t(AF_UNIX)
            withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
            try #require(bind(descriptor, address) == 0)
            return descriptor
        }

        /// A listening socket at a free port.
        private static func openListener() throws -> (descriptor: Int32, port: UInt16) {
            let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
            var address = sockaddr_in()
            address.sin_family = sa_family_t(AF_INET)
            address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
            try #require(bind(descriptor, address) == 0)
            try #require(listen(descriptor, 16) == 0)
            var length = socklen_t(MemoryLayout<sockaddr_in>.size)
            withUnsafeMutablePointer(to: &address) { pointer in
                _ = pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    getsockname(descriptor, $0, &length)
                }
            }
            return (descriptor, UInt16(bigEndian: address.sin_port))
        }

        private static func bind<Address>(_ descriptor: Int32, _ address: Address) -> Int32 {
            withUnsafePointer(to: address) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    Glibc.bind(descriptor, $0, socklen_t(MemoryLayout<Address>.size))
                }
            }
        }
    }
}

/// Lends a new folder, and removes it with the files in it.
private func withTemporaryFolder(_ body: (String) async throws -> Void) async throws {
    let folder = try makeTemporaryFolder()
    defer { removeFolder(folder) }
    try await body(folder)
}

private func withTemporaryFolder(_ body: (String) throws -> Void) throws {
    let folder = try makeTemporaryFolder()
    defer { removeFolder(folder) }
    try body(folder)
}

private func makeTemporaryFolder() throws -> String {
    var template = Array("/tmp/serving-XXXXXX".utf8CString)
    return String(cString: try #require(mkdtemp(&template)))
}

private func removeFolder(_ folder: String) {
    for name in ["s", "s.old"] { unlink("\(folder)/\(name)") }
    rmdir(folder)
}
