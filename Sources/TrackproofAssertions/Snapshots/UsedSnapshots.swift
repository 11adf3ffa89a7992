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
        let file: OpenFile
        do throws(FileAccessError) {
            file = try OpenFile(writing: list, flags: O_WRONLY | O_APPEND, mode: 0o600)
        } catch {
            throw SnapshotRefusal(description: "\(list): cannot write: \(error.message)")
        }
        // Writes the line in one call. Otherwise, the lines of several processes that append to the list at the same
        // time could mix.
        let line = Array((path + "\n").utf8)
        let count = line.withUnsafeBytes { bytes in
            bytes.baseAddress.map { Platform.writeBytes(file.descriptor, $0, bytes.count) } ?? 0
        }
        guard count == line.count else {
            throw SnapshotRefusal(description: "\(list): cannot write: \(Platform.message(forError: errno))")
        }
    }
}
