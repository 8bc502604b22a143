/// A receiver as a test configures it.
struct ReceiverConfiguration: Sendable {
    var name = "oncall"
    /// The line that says where it is: `url: …` or `url_file: …`.
    var address: String
    /// More keys of it.
    var keys: [String] = []

    init(_ name: String = "oncall", url: String, keys: [String] = []) {
        self.init(name, address: "url: \(url)", keys: keys)
    }

    init(_ name: String = "oncall", address: String, keys: [String] = []) {
        self.name = name
        self.address = address
        self.keys = keys
    }

    /// Its lines in the list `receivers`.
    var lines: [String] {
        ["  - name: \(name)"] + (["type: webhook", address] + keys).map { "    \($0)" }
    }
}
