import Foundation

/// A tool that watches every access to memory, in the tests and in the programs built with them.
public enum Sanitizer {
    /// Whether this build has one.
    public static let isPresent = isLinked("__tsan_init") || isLinked("__asan_init")

    /// How many times as long the programs may take for what they do.
    public static let slowness = isPresent ? 4 : 1

    private static func isLinked(_ function: String) -> Bool { dlsym(nil, function) != nil }
}
