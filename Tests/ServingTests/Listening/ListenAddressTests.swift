import Serving
import Testing

@Suite struct ListenAddressTests {
    @Test(arguments: [
        (":10978", ListenAddress.anyInterface(port: 10978)),
        (":0", .anyInterface(port: 0)),
        ("[::]:80", .anyInterface(port: 80)),
        ("[0:0::0]:80", .anyInterface(port: 80)),
        ("0.0.0.0:80", .ipv4("0.0.0.0", port: 80)),
        ("127.0.0.1:65535", .ipv4("127.0.0.1", port: 65535)),
        ("[::1]:9", .ipv6("::1", port: 9)),
        ("[2001:db8::1]:9", .ipv6("2001:db8::1", port: 9)),
        ("localhost:9", .loopback(port: 9)),
        ("unix:/run/exporter.sock", .unix(path: "/run/exporter.sock")),
    ])
    func `an address in a known form is read`(_ text: String, _ address: ListenAddress) throws {
        #expect(try ListenAddress(parsing: text) == address)
    }

    static let forms = "write :PORT, A.B.C.D:PORT, [IPv6]:PORT, localhost:PORT or unix:/path"

    @Test(arguments: [
        ("", "has no port; \(forms)"),
        ("10978", "has no colon; write :10978"),
        ("localhost", "has no port; \(forms)"),
        ("::1:9", "needs brackets around an IPv6 address; write [::1]:9"),
        ("::1", "needs brackets around an IPv6 address; write [::1]:PORT"),
        ("fe80::1:10978", "needs brackets around an IPv6 address; write [fe80::1]:10978"),
        ("[::1]", "has no port; write [::1]:PORT"),
        (":", "has the port \"\"; a port is a number from 0 to 65535"),
        (":65536", "has the port \"65536\"; a port is a number from 0 to 65535"),
        (":-1", "has the port \"-1\"; a port is a number from 0 to 65535"),
        (":+1", "has the port \"+1\"; a port is a number from 0 to 65535"),
        (":http", "has the port \"http\"; a port is a number from 0 to 65535"),
        ("example.com:9", "has \"example.com\", which is no IP address; \(forms)"),
        ("256.0.0.1:9", "has \"256.0.0.1\", which is no IP address; \(forms)"),
        ("[x]:9", "has no IPv6 address in its brackets; \(forms)"),
        ("[127.0.0.1]:9", "has no IPv6 address in its brackets; \(forms)"),
        ("[::1", "has no IPv6 address in its brackets; \(forms)"),
        ("unix:", "needs a path that starts with \"/\"; write unix:/path"),
        ("unix:run/x", "needs a path that starts with \"/\"; write unix:/path"),
        (
            "unix:/" + String(repeating: "x", count: 107),
            "has a path longer than 107 bytes; shorten it"
        ),
    ])
    func `an address in another form is refused with the form to use`(
        _ text: String, _ advice: String
    ) {
        #expect(throws: ListenAddressError(text: text, advice: advice)) {
            try ListenAddress(parsing: text)
        }
    }

    @Test(arguments: [
        ":10978", "127.0.0.1:9", "[::1]:9", "localhost:9", "unix:/run/exporter.sock",
    ])
    func `an address is shown as it is written`(_ text: String) throws {
        #expect(try ListenAddress(parsing: text).description == text)
    }
}
