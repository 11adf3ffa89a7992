import Foundation
import TrackproofPlatform

/// The folder that contains a test's snapshots.
struct SnapshotPlace {
    /// The folder with the snapshots of all tests in the test's source file.
    let folder: String
    /// The bundle's folder for resources; `nil` if the snapshots are not in a bundle.
    ///
    /// Xcode may copy snapshots directly into this folder, without the folders that contain them in the sources.
    private let flatFolder: String?
    /// Whether snapshots can be recorded in the folder.
    let isWritable: Bool

    /// Finds the folder of a test's snapshots.
    ///
    /// The initializer chooses the first folder in this list whose condition is met:
    /// - the folder in `TRACKPROOF_SNAPSHOTS`, if this variable is set;
    /// - `__Snapshots__` beside the test's source file, if the sources are on this machine;
    /// - `__Snapshots__` in the bundle, if there is a bundle. ``path(of:)`` also searches the bundle's folder for
    ///   resources.
    ///
    /// - Throws: ``SnapshotRefusal`` if there is no such folder, for example on a device if `bundle` is `nil`.
    init(for site: CallSite, bundle: Bundle?, environment: [String: String]) throws {
        let source = URL(fileURLWithPath: "\(site.filePath)")
        let file = source.deletingPathExtension().lastPathComponent
        if let folder = environment[EnvironmentVariable.snapshots], !folder.isEmpty {
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
        guard let resources = bundle?.resourceURL else {
            throw SnapshotRefusal(
                description: """
                    cannot find snapshots: the test's sources are not on this machine (\(sources.path)). Copy \
                    __Snapshots__ into the test's bundle and pass that bundle as `bundle:`, or set \
                    \(EnvironmentVariable.snapshots) to the folder of the snapshots
                    """)
        }
        folder = resources.appendingPathComponent("__Snapshots__").appendingPathComponent(file).path
        flatFolder = resources.path
        isWritable = false
    }

    /// Returns the path of a snapshot.
    ///
    /// The path is in ``folder``, unless only the bundle's folder for resources contains the snapshot.
    func path(of name: String) -> String {
        let path = "\(folder)/\(name).json"
        guard let flatFolder, !FileManager.default.fileExists(atPath: path) else { return path }
        let flat = "\(flatFolder)/\(name).json"
        return FileManager.default.fileExists(atPath: flat) ? flat : path
    }

    /// Returns whether the file permissions let this process create files in a folder.
    ///
    /// If the folder does not exist, the permissions must let the process create the folder. Even if this function
    /// returns `true`, a sandbox may forbid the process to write.
    private static func mayWrite(_ folder: String) -> Bool {
        var folder = URL(fileURLWithPath: folder)
        while !FileManager.default.fileExists(atPath: folder.path), folder.pathComponents.count > 1 {
            folder.deleteLastPathComponent()
        }
        return Platform.mayWrite(folder.path)
    }
}

/// The reason why a test's recording cannot be compared with a snapshot.
struct SnapshotRefusal: Error, CustomStringConvertible {
    let description: String
}
