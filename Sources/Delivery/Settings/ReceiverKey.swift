/// A key that one type of receiver alone has.
enum ReceiverKey: String, CaseIterable {
    case urls
    case secretFile = "secret_file"
    case headers
    case routingKeyFile = "routing_key_file"

    /// The type that has it.
    var type: ReceiverType {
        switch self {
        case .urls: .alertmanager
        case .secretFile, .headers: .webhook
        case .routingKeyFile: .pagerduty
        }
    }

    func belongs(to type: ReceiverType) -> Bool { self.type == type }
}
