/// A receiver as a test configures it.
struct ReceiverConfiguration: Sendable {
    var name = "oncall"
    var type = "webhook"
    /// The line that says where it is: `url: …` or `url_file: …`.
    var address: String
    /// More keys of it.
    var keys: [String] = []

    init(
        _ name: String = "oncall", type: String = "webhook", url: String, keys: [String] = []
    ) {
        self.init(name, type: type, address: "url: \(url)", keys: keys)
    }

    init(
        _ name: String = "oncall", type: String = "webhook", address: String, keys: [String] = []
    ) {
        self.name = name
        self.type = type
        self.address = address
        self.keys = keys
    }

    /// Its lines in the list `receivers`.
    var lines: [String] {
        ["  - name: \(name)"] + (["type: \(type)", address] + keys).map { "    \($0)" }
    }
}
