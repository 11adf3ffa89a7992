public import Foundation
import TrackproofFiles
import TrackproofJSON
import TrackproofPlatform

/// The token of a collector on this machine.
///
/// When a collector starts, it makes a token, and writes the token to a file that only its user can read.
public enum CollectorToken {
    /// Returns the path of the token's file: `~/.trackproof/collector-9090.token` for a collector at port 9090.
    ///
    /// In a simulator, `~` is the home folder of the Mac's user.
    ///
    /// - Parameters:
    ///   - port: The port of the collector.
    ///   - environment: The environment variables with the path of the home folder. Defaults to the variables of this
    ///     process.
    /// - Returns: The path, or `nil` if no variable contains the path of the home folder.
    public static func file(port: Int, environment: [String: String] = ProcessInfo.processInfo.environment) -> String? {
        guard let home = environment["SIMULATOR_HOST_HOME"] ?? environment["HOME"], !home.isEmpty else { return nil }
        return home + "/.trackproof/collector-\(port).token"
    }

    /// Returns the token for a collector, from the environment or from the collector's file.
    ///
    /// - Parameters:
    ///   - collector: The address of the collector. If it is not an address of this machine, there is no file.
    ///   - environment: The environment variables with the token or the path of the home folder. Defaults to the
    ///     variables of this process.
    /// - Returns: The token, or `nil` if there is no token.
    public static func find(
        for collector: URL, environment: [String: String] = ProcessInfo.processInfo.environment
    ) -> String? {
        if let token = environment[EnvironmentVariable.collectorToken], !token.isEmpty { return token }
        guard let host = collector.host, CollectorURL.isLoopback(host),
            let file = file(port: collector.port ?? 80, environment: environment)
        else { return nil }
        do throws(FileAccessError) {
            let bytes = try OpenFile(path: file).bytes(limit: 4_096)
            return String(decoding: bytes, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
        } catch {
            // The collector's answer says that a token is missing.
            return nil
        }
    }
}
