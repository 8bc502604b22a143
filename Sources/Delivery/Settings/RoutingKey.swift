/// The key of a service at PagerDuty.
///
/// https://developer.pagerduty.com/docs/send-alert-event
enum RoutingKey {
    static let length = 32

    static func isOne(_ text: String) -> Bool {
        text.utf8.count == length
            && text.utf8.allSatisfy { byte in
                UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
                    || UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20
            }
    }
}
