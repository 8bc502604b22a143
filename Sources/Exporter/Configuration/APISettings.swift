import ConfigTree
import Domain
import FoundationEssentials
import HTTP

/// How the API is reached: the keys under `api`.
struct APISettings: Sendable, Hashable {
    /// The host that serves keyless requests under known limits.
    static let publicHost = "api.exchangerate.dev"

    /// Without a slash at its end.
    var url = "https://\(publicHost)"
    /// The host of `url`, in lower case, without brackets.
    var host = publicHost
    /// Whether `url` is `https`.
    var isEncrypted = true
    var keyFile: String?
    /// A file with `user:password`.
    var basicAuthFile: String?
    /// For one whole request.
    var timeout: Duration = .seconds(10)
    /// A PEM file of authorities to trust instead of the system's.
    var caFile: String?

    /// Makes the settings in force where nothing is configured.
    init() {}

    /// Whether a key may be sent: never in the clear over a network.
    var mayCarryKey: Bool { isEncrypted || isLoopback }

    /// Whether the host grants requests without a key, under known limits.
    var isPublic: Bool { host == Self.publicHost }

    /// Whether the host is this machine, by its name or its address.
    var isLoopback: Bool { LoopbackHost.contains(host) }
}

extension APISettings {
    private static let form = "an https:// or http:// URL, such as https://\(publicHost)"

    /// Reads the map under `api`; a relative path starts at the folder of the file,
    /// which ends in a slash.
    ///
    /// - Parameter absent: takes note of a file that cannot be read; nil: that is an error.
    init(reading reader: MapReader, folder: String, absent: AbsentFiles? = nil) {
        self.init()
        if let value = reader.value("url"), let address = value.address(allowed: Self.form) {
            take(address, from: value)
        }
        keyFile = Self.path(reader, "key_file", folder: folder)
        basicAuthFile = Self.path(reader, "basic_auth_file", folder: folder)
        timeout = reader.duration(
            "timeout", in: .milliseconds(100)...(.seconds(60)), default: timeout)
        caFile = Self.path(reader, "ca_file", folder: folder)
        if let caFile {
            do throws(FileError) {
                try FileContents.checkCertificates(caFile)
            } catch {
                guard absent == nil else {
                    absent?.note(caFile, error.description)
                    self.caFile = nil
                    reader.finish()
                    return
                }
                reader.reject("ca_file", "\(caFile) \(error)")
            }
        }
        reader.finish()
    }

    private mutating func take(_ address: String, from value: ValueReader) {
        guard address.utf8.allSatisfy({ 0x21...0x7E ~= $0 }),
            let components = URLComponents(string: address),
            let scheme = components.scheme?.lowercased(), scheme == "https" || scheme == "http",
            let host = components.host, Self.isHost(host)
        else {
            let cure = Self.lacksScheme(address) ? "https:// is missing in front; " : ""
            value.reject("found \(value.found); \(cure)allowed is \(Self.form)")
            return
        }
        guard components.user == nil, components.password == nil else {
            value.reject("found a user in the URL; name them in api.basic_auth_file")
            return
        }
        guard !Secret.isIn(host.lowercased()) else {
            value.reject("found what looks like a key in the host; name its file in api.key_file")
            return
        }
        guard components.query == nil, components.fragment == nil else {
            value.reject("found a query or a fragment in the URL; allowed is \(Self.form)")
            return
        }
        if let port = components.port, !(1...65535 ~= port) {
            value.reject("found the port \(port); allowed is 1 to 65535")
            return
        }
        var url = address
        while url.hasSuffix("/") { url.removeLast() }
        self.url = url
        self.host = host.lowercased().filter { $0 != "[" && $0 != "]" }
        isEncrypted = scheme == "https"
    }

    /// Whether a URL would be whole with a scheme; `localhost:80` has none, though it looks like one.
    private static func lacksScheme(_ address: String) -> Bool {
        guard !address.contains("://"),
            let host = URLComponents(string: "https://" + address)?.host
        else { return false }
        return isHost(host)
    }

    /// Whether a host, whose percent signs are decoded, is a name or an address.
    private static func isHost(_ text: String) -> Bool {
        !text.isEmpty
            && text.utf8.allSatisfy { byte in
                UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20
                    || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte || "-._:[]".utf8.contains(byte)
            }
    }

    private static func path(_ reader: MapReader, _ key: String, folder: String) -> String? {
        guard let value = reader.value(key) else { return nil }
        guard let path = value.text(allowed: "the path of a file") else { return nil }
        return path.hasPrefix("/") ? path : folder + path
    }
}
