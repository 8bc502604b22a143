/// A variable or a file that the program looks at, as its help shows it.
struct Surrounding: Sendable {
    /// Names, or a path.
    var name: String
    /// In one line of text.
    var help: String
    /// The sub-commands that look at it.
    var readers: [String]
}

/// What the program looks at beside flags and settings; help and manual page go by it.
enum SurroundingsCatalogue {
    private static let askers = ["run", "check-config", "fetch", "test-alert"]

    static let variables = [
        Surrounding(
            name: KeySource.variable,
            help: "The API key, where neither api.key_file nor the credential has one.",
            readers: askers),
        Surrounding(
            name: "CREDENTIALS_DIRECTORY",
            help: "The folder of systemd's credentials; api-key in it holds the API key.",
            readers: askers),
        Surrounding(
            name: "https_proxy, http_proxy, all_proxy, no_proxy",
            help: "Proxies on the way to the API and the receivers, as curl reads them.",
            readers: askers),
        Surrounding(
            name: "LISTEN_PID, LISTEN_FDS",
            help: "Sockets that systemd hands over, used instead of --web.listen-address.",
            readers: ["run"]),
        Surrounding(
            name: "NOTIFY_SOCKET, WATCHDOG_USEC, WATCHDOG_PID",
            help: "How systemd is told of starts, reloads and stops, and that alerts are "
                + "evaluated.",
            readers: ["run"]),
        Surrounding(
            name: "SUDO_USER, USER, LOGNAME",
            help: "Who a test notification names as its sender: the first that is set.",
            readers: ["test-alert"]),
    ]

    static let files = [
        Surrounding(
            name: "data/",
            help: "The state: readings, alerts, and what is not delivered yet. --storage.path "
                + "names another folder.", readers: ["run"]),
        Surrounding(
            name: "/etc/exchangerate-exporter/config.yml",
            help: "The settings of the packaged service.", readers: ["run"]),
        Surrounding(
            name: "/etc/exchangerate-exporter/api-key",
            help: "Its API key, for root alone to read.", readers: ["run"]),
        Surrounding(
            name: "/etc/default/exchangerate-exporter",
            help: "Its flags, in the variable ARGS.", readers: ["run"]),
        Surrounding(
            name: "/var/lib/exchangerate-exporter/",
            help: "Its state.", readers: ["run"]),
    ]
}
