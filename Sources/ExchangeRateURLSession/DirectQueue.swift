import Foundation

/// Runs what a session tells its delegate on the session's own thread, at once.
///
/// Foundation on Linux reads on while its delegate is busy, so that a queue between the two would
/// hold all that a megabyte of gzip unfolds to before anybody could count it. Foundation of Apple's
/// waits for its delegate, and hands operations over by another way than this one.
final class DirectQueue: OperationQueue, @unchecked Sendable {
    override func addOperation(_ block: @escaping @Sendable () -> Void) {
        block()
    }
}
