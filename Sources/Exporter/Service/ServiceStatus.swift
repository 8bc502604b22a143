import Domain

/// The state of the daemon in a few words, as `systemctl status` shows them.
enum ServiceStatus {
    /// Such as `2 bases, 1 alert fires`.
    static func text(of snapshot: Snapshot) -> String {
        let bases = snapshot.bases.count
        var parts = [bases == 1 ? "1 base" : "\(bases) bases"]
        switch snapshot.alerts.count(where: { $0.state?.phase == .firing }) {
        case 0: parts.append("no alert fires")
        case 1: parts.append("1 alert fires")
        case let count: parts.append("\(count) alerts fire")
        }
        if snapshot.storage.memoryReason != nil { parts.append("state in memory only") }
        if !snapshot.isConfigurationCurrent {
            parts.append("the newest configuration is not in force")
        }
        return parts.joined(separator: ", ")
    }
}
