import HTTP
import Testing

struct LoopbackHostTests {
    @Test(arguments: [
        ("localhost", true), ("LOCALHOST.", true), ("a.localhost", true), ("::1", true),
        ("[::1]", true), ("127.0.0.1", true), ("127.8.9.10", true), ("127.0.0.1.", true),
        ("", false), (".", false), ("localhost.example", false), ("alocalhost", false),
        ("127.0.0.1.example", false), ("127.1", false), ("127.0.0.256", false),
        ("127.0.0.+1", false), ("127.0..1", false), ("10.0.0.1", false), ("[::2]", false),
    ])
    func `a host is this machine by its name or its address`(host: String, isLoopback: Bool) {
        #expect(LoopbackHost.contains(host) == isLoopback)
    }
}
