/// How urgent something is; the raw value is the class that the style sheet knows.
enum Tone: String, CaseIterable {
    case bad
    case warning
    case neutral
    case good
}
