internal import Foundation
@_spi(Tooling) internal import TrackproofJSON

/// A temporary folder with the files of a Spark job. ``remove()`` removes it.
struct SparkFolder {
    /// The name of the file with the query. It is not copied to the workers.
    static let query = "query.sql"

    private let folder: URL

    /// Creates a folder.
    init() throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("trackproof-spark-\(UUID())")
        // Spark divides the list of files at commas, reads each path as a URL, and expands patterns in it.
        let special = #",#:?*[]{}\"#
        guard !folder.path.contains(where: { special.contains($0) }) else {
            throw CommandError(
                "\(folder.path): Spark does not accept this path; set TMPDIR to a path without \(special)",
                .cannotCreate)
        }
        do {
            try FileManager.default.createDirectory(
                at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch {
            throw CommandError("\(folder.path): cannot create: \(error.localizedDescription)", .cannotCreate)
        }
    }

    /// Returns the path of a file in the folder.
    func path(_ name: String) -> String { folder.appendingPathComponent(name).path }

    /// The paths of the files that Spark copies to the workers.
    var files: [String] {
        ["trackproof", "plan.json", SparkScript.name, "splits", "layout.yaml"].map(path).filter {
            FileManager.default.fileExists(atPath: $0)
        }
    }

    /// Writes a file.
    func write(_ text: String, to name: String) throws {
        do {
            try Data(text.utf8).write(to: folder.appendingPathComponent(name))
        } catch {
            throw CommandError("\(path(name)): cannot write: \(error.localizedDescription)", .ioFailed)
        }
    }

    /// Adds a file under another name.
    func add(_ source: String, as name: String) throws {
        let source = URL(fileURLWithPath: source).resolvingSymlinksInPath()
        // A link saves copying a large executable. Linking fails if the folders are on different file systems.
        if link(source.path, path(name)) == 0 { return }
        do {
            try FileManager.default.copyItem(at: source, to: folder.appendingPathComponent(name))
        } catch {
            throw CommandError("\(source.path): cannot copy: \(error.localizedDescription)", .noInput)
        }
    }

    /// Removes the folder.
    func remove() {
        do {
            try FileManager.default.removeItem(at: folder)
        } catch {
            Console.note("\(folder.path): cannot remove: \(error.localizedDescription)")
        }
    }
}
