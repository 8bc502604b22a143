/// A control request that cannot be followed; the message says what is allowed.
struct ControlError: Error {
    let message: String
}
