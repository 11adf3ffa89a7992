import Trackproof
import TrackproofFiles
import TrackproofJSON
import TrackproofPlatform

/// The file with the paths of all snapshots that tests used. `trackproof run --unused-snapshots` reads this file.
enum UsedSnapshots {
    /// Adds a snapshot to the file. Does nothing if `TRACKPROOF_USED_SNAPSHOTS` is not set.
    ///
    /// - Throws: ``SnapshotRefusal`` if the snapshot could not be added.
    static func note(_ path: String, environment: [String: String]) throws {
        guard let list = environment[EnvironmentVariable.usedSnapshots], !list.isEmpty else { return }
        do throws(FileAccessError) {
            try OpenFile(writing: list, flags: O_WRONLY | O_APPEND, mode: 0o600).append(Array((path + "\n").utf8))
        } catch {
            throw SnapshotRefusal(description: "\(list): cannot write: \(error.message)")
        }
    }
}
