import Glibc

/// A socket that listens.
struct ListenSocket: Sendable {
    /// The file of a Unix socket as it was made, so that no one else's is removed.
    struct FileIdentity: Sendable, Hashable {
        let device: dev_t
        let inode: ino_t
    }

    let descriptor: Int32
    /// Where it listens, with the port that it really got.
    let address: ListenAddress
    let isInherited: Bool
    private(set) var file: FileIdentity?

    /// Whether its connections are Unix sockets.
    var isUnix: Bool {
        if case .unix = address { true } else { false }
    }

    /// Opens what an address stands for: one socket, or two for `loopback`.
    static func open(_ address: ListenAddress) throws(StartError) -> [ListenSocket] {
        switch address {
        case .anyInterface(let port):
            return [try openAnyInterface(port: port)]
        case .loopback(let port):
            return try openLoopback(port: port)
        case .ipv4(let host, let port):
            return [try openTCP(SocketAddress(ipv4: host, port: port), AF_INET, for: address)]
        case .ipv6(let host, let port):
            return [try openTCP(SocketAddress(ipv6: host, port: port), AF_INET6, for: address)]
        case .unix(let path):
            return [try openUnix(path: path)]
        case .inherited(let descriptor):
            return [try adopt(descriptor)]
        }
    }

    private static func openAnyInterface(port: UInt16) throws(StartError) -> ListenSocket {
        let address = ListenAddress.anyInterface(port: port)
        do throws(StartError) {
            return try openTCP(SocketAddress(ipv6: "::", port: port), AF_INET6, for: address)
        } catch {
            guard !hasIPv6 else { throw error }
            return try openTCP(SocketAddress(ipv4: "0.0.0.0", port: port), AF_INET, for: address)
        }
    }

    /// Whether the kernel has IPv6 at all.
    private static var hasIPv6: Bool {
        let descriptor = socket(AF_INET6, Int32(SOCK_STREAM.rawValue), 0)
        guard descriptor >= 0 else { return false }
        Glibc.close(descriptor)
        return true
    }

    /// Both families at one port; IPv4 alone where `::1` does not exist.
    private static func openLoopback(port: UInt16) throws(StartError) -> [ListenSocket] {
        let address = ListenAddress.loopback(port: port)
        // A port that is free for one family may be taken for the other: draw again.
        let tries = port == 0 ? 16 : 1
        var lastError = StartError.addressInUse(address: address.description)
        for _ in 0..<tries {
            let first = try openTCP(
                SocketAddress(ipv4: "127.0.0.1", port: port), AF_INET, for: address)
            guard case .ipv4(_, let chosen) = first.address else { return [first] }
            do throws(StartError) {
                let second = try openTCP(
                    SocketAddress(ipv6: "::1", port: chosen), AF_INET6, for: address)
                return [first, second]
            } catch .addressNotAvailable {
                return [first]
            } catch {
                guard hasIPv6 else { return [first] }
                first.close()
                lastError = error
            }
        }
        throw lastError
    }

    private static func openTCP(
        _ socketAddress: SocketAddress?, _ family: Int32, for address: ListenAddress
    ) throws(StartError) -> ListenSocket {
        guard let socketAddress else { throw StartError(errno: EINVAL, address: address) }
        let descriptor = try openDescriptor(family, for: address)
        // A restart must not wait for connections of the former process in TIME_WAIT.
        setOption(descriptor, SOL_SOCKET, SO_REUSEADDR, to: 1)
        // Without it, whether `::` takes IPv4 would hang on a setting of the machine. ipv6(7)
        if family == AF_INET6 {
            setOption(descriptor, Int32(IPPROTO_IPV6), IPV6_V6ONLY, to: 0)
        }
        let result = socketAddress.withPointer { bind(descriptor, $0, $1) }
        guard result == 0, listen(descriptor, SOMAXCONN) == 0 else {
            throw closing(descriptor, errno, address)
        }
        return ListenSocket(
            descriptor: descriptor,
            address: SocketAddress(boundTo: descriptor)?.listenAddress ?? address,
            isInherited: false)
    }

    private static func adopt(_ descriptor: Int32) throws(StartError) -> ListenSocket {
        let address = ListenAddress.inherited(descriptor: descriptor)
        func refuse(_ kind: String) -> StartError {
            .notListening(address: address.description, kind: kind)
        }
        guard let type = option(descriptor, SO_TYPE) else { throw refuse("no socket") }
        guard type == Int32(SOCK_STREAM.rawValue) else {
            let isDatagram = type == Int32(SOCK_DGRAM.rawValue)
            throw refuse(isDatagram ? "a datagram socket" : "no stream socket")
        }
        guard option(descriptor, SO_ACCEPTCONN) == 1 else {
            throw refuse("a stream socket that does not listen")
        }
        guard let bound = SocketAddress(boundTo: descriptor)?.listenAddress else {
            throw refuse("a socket of neither the internet's families nor Unix's")
        }
        _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        return ListenSocket(descriptor: descriptor, address: bound, isInherited: true)
    }

    /// Ends the taking of connections: new ones are refused from here on.
    ///
    /// An inherited socket stays as it is, so that what waits in its queue is for the successor.
    func refuseNewConnections() {
        guard !isInherited else { return }
        if case .unix(let path) = address, let file, Self.identity(ofFileAt: path) == file {
            unlink(path)
        }
        shutdown(descriptor, Int32(SHUT_RDWR))
    }

    /// Gives the descriptor back, unless it was handed over.
    func close() {
        guard !isInherited else { return }
        Glibc.close(descriptor)
    }
}

extension ListenSocket {
    private static func openUnix(path: String) throws(StartError) -> ListenSocket {
        let address = ListenAddress.unix(path: path)
        guard let socketAddress = SocketAddress(unixPath: path) else {
            throw StartError(errno: ENAMETOOLONG, address: address)
        }
        var status = stat()
        if lstat(path, &status) == 0 {
            guard status.st_mode & S_IFMT == S_IFSOCK else {
                throw .notASocket(address: address.description)
            }
            guard try !answers(socketAddress, for: address) else {
                throw .addressInUse(address: address.description)
            }
            unlink(path)
        }
        let descriptor = try openDescriptor(AF_UNIX, for: address)
        let result = socketAddress.withPointer { bind(descriptor, $0, $1) }
        guard result == 0, listen(descriptor, SOMAXCONN) == 0 else {
            throw closing(descriptor, errno, address)
        }
        var socket = ListenSocket(descriptor: descriptor, address: address, isInherited: false)
        socket.file = identity(ofFileAt: path)
        return socket
    }

    /// Whether a process listens at a Unix socket; one that only its file is left of is stale.
    private static func answers(
        _ socketAddress: SocketAddress, for address: ListenAddress
    ) throws(StartError) -> Bool {
        let descriptor = try openDescriptor(AF_UNIX, for: address)
        defer { Glibc.close(descriptor) }
        let result = socketAddress.withPointer { connect(descriptor, $0, $1) }
        return result == 0 || (errno != ECONNREFUSED && errno != ENOENT)
    }

    private static func identity(ofFileAt path: String) -> FileIdentity? {
        var status = stat()
        guard lstat(path, &status) == 0 else { return nil }
        return FileIdentity(device: status.st_dev, inode: status.st_ino)
    }

    private static func openDescriptor(
        _ family: Int32, for address: ListenAddress
    ) throws(StartError) -> Int32 {
        let type = Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
        let descriptor = socket(family, type, 0)
        guard descriptor >= 0 else { throw StartError(errno: errno, address: address) }
        return descriptor
    }

    private static func closing(
        _ descriptor: Int32, _ code: Int32, _ address: ListenAddress
    ) -> StartError {
        Glibc.close(descriptor)
        return StartError(errno: code, address: address)
    }

    private static func option(_ descriptor: Int32, _ name: Int32) -> Int32? {
        var value: Int32 = 0
        var length = socklen_t(MemoryLayout<Int32>.size)
        return getsockopt(descriptor, SOL_SOCKET, name, &value, &length) == 0 ? value : nil
    }

    private static func setOption(
        _ descriptor: Int32, _ level: Int32, _ name: Int32, to value: Int32
    ) {
        var value = value
        setsockopt(descriptor, level, name, &value, socklen_t(MemoryLayout<Int32>.size))
    }
}
