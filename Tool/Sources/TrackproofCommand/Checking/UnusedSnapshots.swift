import Foundation
import TrackproofBridgeReader
import TrackproofFiles
import TrackproofJSON
import TrackproofPlatform
import TrackproofReports
import TrackproofSnapshots
import TrackproofConsole

/// A search for snapshots that no test used.
///
/// The test processes that `trackproof run` starts share one file. Each process appends the paths of the snapshots that
/// it compares or records.
struct UnusedSnapshots {
    private static let folderName = "__Snapshots__"

    /// The path of the file that the test processes append to.
    let path: String
    private let folder: PrivateFolder

    /// Creates the empty file. Only this user can read it and write to it.
    init() throws {
        folder = try PrivateFolder()
        path = folder.path + "/used"
        _ = try OpenFile(writing: path, flags: O_WRONLY | O_EXCL, mode: 0o600)
    }

    func remove() { folder.remove() }

    /// Writes the paths of the unused snapshots to standard error.
    ///
    /// - Parameter printing: Tries the step that prints the paths.
    /// - Returns: A sentence that says how many snapshots are unused, or why this is unknown; `nil` if all are used.
    func listUnused(_ printing: inout FirstError) throws -> String? {
        let used = try usedPaths()
        if used.isEmpty {
            let sentence = "no test reported that it used a snapshot, so unused snapshots cannot be found"
            Console.note(sentence)
            return sentence
        }
        let unused = try Self.folders(of: used).flatMap { try Self.snapshots(below: $0) }
            .filter { try !used.contains(Self.real($0)) && Self.isSnapshot($0) }.sorted()
        if unused.isEmpty { return nil }
        Console.note("no test used these snapshots; if all tests ran, you can delete them:")
        printing.attempt { try Console.error.write(unused.map { $0.displayable + "\n" }.joined()) }
        return "no test used \(unused.count.counted("snapshot"))"
    }

    /// Returns the paths that test processes wrote to the file, with symbolic links resolved.
    private func usedPaths() throws -> Set<String> {
        let bytes = try OpenFile(path: path).bytes(limit: .max)
        let lines = Set(bytes.split(separator: UInt8(ascii: "\n")).map { String(pathBytes: $0) })
        return Set(lines.filter { $0.hasPrefix("/") }.map(Self.real))
    }

    /// Returns the folders to search for unused snapshots.
    ///
    /// If a path is inside the folder that `TRACKPROOF_SNAPSHOTS` names, the method returns that folder. For any other
    /// path, the method returns the path's outermost `__Snapshots__` folder, if the path has such a folder.
    ///
    /// - Parameter paths: The paths of the used snapshots.
    private static func folders(of paths: Set<String>) -> Set<String> {
        let named = ProcessInfo.processInfo.environment[EnvironmentVariable.snapshots].map(real)
        return Set(
            paths.compactMap { path in
                if let named, path.hasPrefix(named + "/") { return named }
                let folders = path.split(separator: "/").dropLast()
                return folders.firstIndex { $0 == folderName }.map { "/" + folders[...$0].joined(separator: "/") }
            })
    }

    private static func snapshots(below folder: String) throws -> [String] {
        // The folder of a snapshot that was never recorded need not exist.
        if FileStatus(ofTarget: folder) == nil { return [] }
        var found: [String] = []
        try Folder.visit(folder) { path, kind in
            if kind == .regular, path.hasSuffix(".json"), !path.hasSuffix(PendingSnapshot.ending) { found.append(path) }
            return true
        }
        return found
    }

    /// Returns whether a file looks like a snapshot of Trackproof.
    ///
    /// Other tools also keep JSON files in `__Snapshots__` folders. The list of unused snapshots must not contain them.
    private static func isSnapshot(_ path: String) throws -> Bool {
        let start = try OpenFile(path: path).bytes(limit: 0)
        return Data(start.prefix(1 << 12)).range(of: Data(#""snapshot""#.utf8)) != nil
    }

    private static func real(_ path: String) -> String { path.realPath ?? path }
}

extension Folder {
    /// Calls `body` for each file and folder in a folder and in its subfolders, in the order of their names.
    ///
    /// The method does not follow symbolic links.
    ///
    /// - Parameter body: Returns whether to list the content, if the path is a folder.
    /// - Throws: ``/TrackproofJSON/FileAccessError`` if a folder cannot be read, or the error of `body`.
    static func visit(
        _ folder: String, _ body: (_ path: String, _ kind: FileStatus.Kind) throws -> Bool
    ) throws {
        for name in try names(in: folder) {
            let path = join(folder, name)
            // Another process may have removed the file.
            guard let kind = FileStatus(of: path)?.kind else { continue }
            if try body(path, kind), kind == .folder { try visit(path, body) }
        }
    }
}
