import Domain

/// What a receiver is still to hear: the promise of the contract.
struct Owed: Hashable {
    var receiver: String
    var episode: Episode
    var least: Peer.Heard
}
