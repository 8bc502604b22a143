import TestKit
import Testing

/// Everything that runs a server; one after the other, since the tests measure time.
@Suite(.serialized, .byTheClock) struct ServerTests {}
