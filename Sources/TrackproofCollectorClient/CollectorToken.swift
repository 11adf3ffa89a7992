public import Foundation

/// The token of a collector on this machine. The collector makes one when it starts and leaves it in a file for the
/// clients of its user.
@_spi(Tooling) public enum CollectorToken {
    /// The variable by which a client gets the token.
    public static let variable = "TRACKPROOF_COLLECTOR_TOKEN"

    /// `~/.trackproof/collector-9090.token`, for a collector at that port.
    ///
    /// In a simulator the home is that of the Mac's user.
    ///
    /// - Returns: nil if nobody says where the home is.
    public static func file(port: Int, environment: [String: String] = ProcessInfo.processInfo.environment) -> String? {
        guard let home = environment["SIMULATOR_HOST_HOME"] ?? environment["HOME"], !home.isEmpty else { return nil }
        return home + "/.trackproof/collector-\(port).token"
    }

    /// The token for a collector: the environment's, or that in the file if the collector runs on this machine.
    public static func find(
        for collector: URL, environment: [String: String] = ProcessInfo.processInfo.environment
    ) -> String? {
        if let token = environment[variable], !token.isEmpty { return token }
        guard ["127.0.0.1", "localhost", "::1", "[::1]"].contains(collector.host ?? ""),
            let file = file(port: collector.port ?? 80, environment: environment),
            let handle = FileHandle(forReadingAtPath: file)
        else { return nil }
        // A file that cannot be read is as good as none: the collector says what it needs.
        let bytes = handle.readData(ofLength: 4_096)
        return String(decoding: bytes, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
    }
}
