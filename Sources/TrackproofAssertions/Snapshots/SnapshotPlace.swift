internal import Foundation
internal import TrackproofPlatform

/// The place of a test's snapshots.
struct SnapshotPlace {
    /// The folder that holds the snapshots of this test's file.
    let folder: String
    /// The folder of a bundle to which Xcode copies single files from any folder; `nil` outside of a bundle.
    private let flatFolder: String?
    /// Whether snapshots can be recorded in the folder.
    let isWritable: Bool

    /// The name of the variable for the folder with the snapshots of all modules: `DIR/Module/TestFile/name.json`.
    static let variable = "TRACKPROOF_SNAPSHOTS"

    /// Finds the place of a test's snapshots.
    ///
    /// It looks in this order: the folder of the environment, `__Snapshots__` beside the test's source, `__Snapshots__`
    /// in the bundle, and the bundle's resources themselves.
    ///
    /// - Throws: ``SnapshotPlaceError`` if there is no place, for example on a device without any of these folders.
    init(for site: CallSite, bundle: Bundle?, environment: [String: String]) throws {
        let source = URL(fileURLWithPath: "\(site.filePath)")
        let file = source.deletingPathExtension().lastPathComponent
        if let folder = environment[Self.variable], !folder.isEmpty {
            let module = "\(site.fileID)".split(separator: "/").first.map(String.init) ?? ""
            self.folder = URL(fileURLWithPath: folder).appendingPathComponent(module).appendingPathComponent(file).path
            flatFolder = nil
            isWritable = Self.mayWrite(self.folder)
            return
        }
        let sources = source.deletingLastPathComponent()
        if FileManager.default.fileExists(atPath: sources.path) {
            folder = sources.appendingPathComponent("__Snapshots__").appendingPathComponent(file).path
            flatFolder = nil
            isWritable = Self.mayWrite(folder)
            return
        }
        guard let resources = bundle?.resourceURL else { throw SnapshotPlaceError(sources: sources.path) }
        folder = resources.appendingPathComponent("__Snapshots__").appendingPathComponent(file).path
        flatFolder = resources.path
        isWritable = false
    }

    /// Returns the path of a snapshot.
    ///
    /// If a bundle does not contain the snapshot, the path is in the folder of this test's file.
    func path(of name: String) -> String {
        let path = "\(folder)/\(name).json"
        guard let flatFolder, !FileManager.default.fileExists(atPath: path) else { return path }
        let flat = "\(flatFolder)/\(name).json"
        return FileManager.default.fileExists(atPath: flat) ? flat : path
    }

    /// Returns whether this process can create a file in a folder, and the folder itself if it does not exist yet.
    ///
    /// A sandbox may forbid it, whatever the permissions are.
    private static func mayWrite(_ folder: String) -> Bool {
        var folder = URL(fileURLWithPath: folder)
        while !FileManager.default.fileExists(atPath: folder.path), folder.pathComponents.count > 1 {
            folder.deleteLastPathComponent()
        }
        return Platform.mayWrite(folder.path)
    }
}

/// The error if there is no folder for a test's snapshots.
struct SnapshotPlaceError: Error, CustomStringConvertible {
    let sources: String

    var description: String {
        """
        cannot find snapshots: the test's sources are not on this machine (\(sources)). Copy __Snapshots__ into the \
        test's bundle and pass that bundle as `bundle:`, or set \(SnapshotPlace.variable) to the folder of the snapshots
        """
    }
}
