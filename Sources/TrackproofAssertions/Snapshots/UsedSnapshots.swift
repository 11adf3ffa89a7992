internal import Trackproof
internal import TrackproofPlatform

#if canImport(Darwin)
    internal import Darwin
#elseif canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#endif

/// Tells `trackproof run --unused-snapshots` which snapshots the tests used.
enum UsedSnapshots {
    private static let variable = "TRACKPROOF_USED_SNAPSHOTS"

    /// Adds a snapshot to the list that the environment names; without one nothing happens.
    ///
    /// - Returns: why it could not be added, or nil.
    static func note(_ path: String, environment: [String: String]) -> String? {
        guard let list = environment[variable], !list.isEmpty else { return nil }
        let descriptor = open(list, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { return "\(list): cannot write: \(Platform.message(forError: errno))" }
        defer { close(descriptor) }
        // One write of a whole line: several processes append to the list.
        let line = Array((path + "\n").utf8)
        let count = line.withUnsafeBytes { bytes in
            bytes.baseAddress.map { Platform.writeBytes(descriptor, $0, bytes.count) } ?? 0
        }
        return count == line.count ? nil : "\(list): cannot write: \(Platform.message(forError: errno))"
    }
}
