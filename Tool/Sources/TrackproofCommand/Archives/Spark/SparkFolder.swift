import Foundation
import TrackproofBridgeReader
import TrackproofFiles
import TrackproofJSON
import TrackproofSnapshots
import TrackproofConsole

/// A temporary folder with the files of a check by Spark. Call ``remove()`` after the check.
struct SparkFolder {
    /// The name of the file with the query, which Spark does not copy to the workers.
    static let query = "query.sql"

    private let folder: PrivateFolder

    /// Creates an empty folder with a unique name.
    init() throws {
        folder = try PrivateFolder()
        // Spark separates the paths of files with commas, reads each path as a URL, and expands patterns in a path.
        let special = #",#:?*[]{}\"#
        guard !folder.path.contains(where: { special.contains($0) }) else {
            throw CommandError(
                "\(folder.path): Spark does not accept this path; set TMPDIR to a path without \(special)",
                .cannotCreate)
        }
    }

    /// Returns the path of the file with this name in the folder.
    func path(_ name: String) -> String { folder.path + "/" + name }

    /// The paths of the files that Spark copies to the workers.
    var files: [String] {
        ["trackproof", "plan.json", SparkScript.name, "splits", "layout.yaml"].map(path).filter {
            FileStatus(of: $0) != nil
        }
    }

    /// Writes a text to a new file in the folder.
    ///
    /// The text can contain paths.
    func write(_ text: String, to name: String) throws { try AtomicFile.write(text.pathBytes, to: path(name)) }

    /// Adds an existing file to the folder.
    ///
    /// - Parameters:
    ///   - source: The path of the existing file.
    ///   - name: The name of the file in the folder.
    func add(_ source: String, as name: String) throws {
        guard let real = source.realPath else { throw FileAccessError(source, .open, code: errno) }
        // A hard link needs no copy of a large executable. `link` fails if the file is on a different file system.
        if real.withPath({ link($0, path(name)) }) == 0 { return }
        let file = try OpenFile(path: real)
        try AtomicFile.write(try file.bytes(limit: .max - 1), to: path(name))
        chmod(path(name), mode_t(file.status.permissions))
    }

    /// Removes the folder and its files.
    func remove() { folder.remove() }
}
