import Foundation

/// A tool that watches every access to memory, in the tests and in the programs built with them.
public enum Sanitizer: Sendable {
    case address
    case thread

    /// The one that this build has; nil: none.
    public static let current: Sanitizer? =
        if isLinked("__tsan_init") {
            .thread
        } else if isLinked("__asan_init") {
            .address
        } else {
            nil
        }

    /// How many times as long the programs may take for what they do.
    public static var slowness: Int { current == nil ? 1 : 4 }

    private static func isLinked(_ function: String) -> Bool {
        dlsym(nil, function) != nil
    }
}
