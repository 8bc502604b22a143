import Foundation

/// The program curl, which knows nothing of this package's own client.
public enum Curl {
    /// What it got.
    public struct Result: Sendable {
        /// 0, or the number of the error in curl(1).
        public let exitStatus: Int32?
        /// The status of the answer; 0 for none.
        public let status: Int
        /// The head and the body of the answer.
        public let text: String
        /// How long it took, from the connection to the last byte.
        public let duration: Duration
    }

    /// Asks for a URL, with more of its arguments.
    public static func get(_ url: String, _ arguments: [String] = []) async throws -> Result {
        let mark = "\nSTATUS="
        let process = try ChildProcess(
            "/usr/bin/curl",
            ["-sS", "-i", "--max-time", "50", "-w", "\(mark)%{http_code} %{time_total}"] + arguments
                + [url])
        let exitStatus = await process.exitStatus()
        let output = process.standardOutput
        let parts = output.components(separatedBy: mark)
        let numbers = (parts.last ?? "").split(separator: " ").compactMap { Double($0) }
        return Result(
            exitStatus: exitStatus, status: Int(numbers.first ?? 0), text: parts.first ?? "",
            duration: .seconds(numbers.last ?? 0))
    }
}
