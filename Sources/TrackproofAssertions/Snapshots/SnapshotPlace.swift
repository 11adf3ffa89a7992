internal import Foundation

/// Where a test's snapshots stand.
struct SnapshotPlace {
    /// The folder that holds the snapshots of this test's file.
    let folder: String
    /// Whether snapshots can be recorded there.
    let isWritable: Bool

    /// The variable that names a folder for the snapshots of all modules: `DIR/Module/TestFile/name.json`.
    static let variable = "TRACKPROOF_SNAPSHOTS"

    /// The place, looked for in this order: the folder of the environment, `__Snapshots__` beside the test's source,
    /// `__Snapshots__` in the bundle.
    ///
    /// - Throws: ``SnapshotPlaceError`` where there is none, as on a device without any of them.
    init(for site: CallSite, bundle: Bundle?, environment: [String: String]) throws {
        let source = URL(fileURLWithPath: "\(site.filePath)")
        let file = source.deletingPathExtension().lastPathComponent
        if let folder = environment[Self.variable], !folder.isEmpty {
            let module = "\(site.fileID)".split(separator: "/").first.map(String.init) ?? ""
            self.folder = URL(fileURLWithPath: folder).appendingPathComponent(module).appendingPathComponent(file).path
            isWritable = true
            return
        }
        let sources = source.deletingLastPathComponent()
        if FileManager.default.fileExists(atPath: sources.path) {
            folder = sources.appendingPathComponent("__Snapshots__").appendingPathComponent(file).path
            isWritable = true
            return
        }
        guard let resources = bundle?.resourceURL else { throw SnapshotPlaceError(sources: sources.path) }
        folder = resources.appendingPathComponent("__Snapshots__").appendingPathComponent(file).path
        isWritable = false
    }
}

/// There is no folder for a test's snapshots.
struct SnapshotPlaceError: Error, CustomStringConvertible {
    let sources: String

    var description: String {
        """
        no place for snapshots: the test's sources are not here (\(sources)). Copy __Snapshots__ into the test's bundle \
        and name that by bundle:, or set \(SnapshotPlace.variable) to a folder
        """
    }
}
