import Trackproof
import TrackproofFiles
import TrackproofJSON
import TrackproofPlatform

/// The file with the paths of all snapshots that tests used. `trackproof run --unused-snapshots` reads this file.
enum UsedSnapshots {
    /// Adds a snapshot to the file. Does nothing if `TRACKPROOF_USED_SNAPSHOTS` is not set.
    ///
    /// - Returns: The reason why the snapshot could not be added; `nil` if there was no problem.
    static func note(_ path: String, environment: [String: String]) -> String? {
        guard let list = environment[EnvironmentVariable.usedSnapshots], !list.isEmpty else { return nil }
        let file: OpenFile
        do throws(FileAccessError) {
            file = try OpenFile(writing: list, flags: O_WRONLY | O_APPEND, mode: 0o600)
        } catch {
            return "\(list): cannot write: \(error.message)"
        }
        // Writes the line in one call. Otherwise, the lines of several processes that append to the list at the same
        // time could mix.
        let line = Array((path + "\n").utf8)
        let count = line.withUnsafeBytes { bytes in
            bytes.baseAddress.map { Platform.writeBytes(file.descriptor, $0, bytes.count) } ?? 0
        }
        return count == line.count ? nil : "\(list): cannot write: \(Platform.message(forError: errno))"
    }
}
