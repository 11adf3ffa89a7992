import ArgumentParser
import TrackproofFiles
import TrackproofPlanning
import TrackproofReports
import TrackproofSnapshots

/// A file or folder that a command reads or writes.
package struct CommandFile {
    /// The words for the file in messages, such as `--recording`.
    package let words: String
    package let path: String
    package let isWritten: Bool
    /// The kind of the folder, if the path can be that of a folder whose files the command reads.
    package var folder: FolderKind?

    /// A folder whose files belong together.
    package enum FolderKind: String {
        case plan, history

        /// Returns whether a file with this name belongs to the folder.
        func isPart(name: String) -> Bool {
            switch self {
            case .plan: PlanFiles.isPart(name: name)
            case .history: HistoryFolder.isPart(name: name)
            }
        }
    }

    /// Returns a file that the command reads, or nothing if the user named no file.
    package static func read(_ words: String, _ path: String?) -> [CommandFile] {
        path.map { [CommandFile(words: words, path: $0, isWritten: false)] } ?? []
    }

    /// Returns the tracking plan that the command reads, or nothing if it reads no plan.
    package static func plan(_ path: String?) -> [CommandFile] {
        path.map { [CommandFile(words: "--plan", path: $0, isWritten: false, folder: .plan)] } ?? []
    }

    /// Returns the folder of the history that the command reads and writes, or nothing if it has no history.
    package static func history(_ path: String?) -> [CommandFile] {
        path.map { [CommandFile(words: "--history", path: $0, isWritten: true, folder: .history)] } ?? []
    }

    /// Returns a file that the command writes, or nothing if the user named no file.
    package static func written(_ words: String, _ path: String?) -> [CommandFile] {
        path.map { [CommandFile(words: words, path: $0, isWritten: true)] } ?? []
    }

    /// Returns the snapshot of the option `--snapshot`, and its pending snapshot.
    ///
    /// - Throws: `ValidationError` if the path is that of a pending snapshot, or if another snapshot has the same pending
    ///   snapshot.
    package static func snapshot(_ path: String?, isWritten: Bool) throws -> [CommandFile] {
        guard let path, path != "-" else { return [] }
        if PendingSnapshot(path: path) != nil {
            throw ValidationError("\(path): is a pending snapshot; --snapshot needs the snapshot itself.")
        }
        let pending = PendingSnapshot(ofSnapshot: path)
        if let problem = pending.ambiguity { throw ValidationError(problem + ".") }
        return [CommandFile(words: "--snapshot", path: path, isWritten: isWritten)]
            + written("the pending snapshot", pending.path)
    }
}

extension [CommandFile] {
    /// Throws an error if two of the files are the same and the command writes one of them, or if the command writes a
    /// file that the next command would read as a part of the plan or of the history.
    ///
    /// Without this check, the command would overwrite one of its own files, or damage the plan or the history.
    ///
    /// - Throws: `ValidationError` with the words for both files.
    package func requireDistinct() throws {
        var known: [FileIdentity: CommandFile] = [:]
        for file in self {
            guard let identity = FileIdentity(of: file.path) else { continue }
            if let other = known[identity], file.isWritten || other.isWritten {
                throw ValidationError("\(other.words) and \(file.words) are the same file: \(file.path).")
            }
            known[identity] = known[identity] ?? file
        }
        for folder in self {
            guard let kind = folder.folder else { continue }
            for file in self where file.isWritten && FileIdentity.isPart(file.path, of: folder.path, kind) {
                throw ValidationError(
                    "\(file.words): \(file.path) would be a part of the \(kind.rawValue) in the folder \(folder.path).")
            }
        }
    }

    /// Throws an error if the command writes one of the files at these paths, which the command found in its inputs.
    ///
    /// - Parameters:
    ///   - paths: The paths of files that the command reads.
    ///   - words: The words for such a file in messages, such as "a file of the plan".
    /// - Throws: `ValidationError` with the words for both files.
    package func requireDistinct(from paths: [String], _ words: String) throws {
        let written = filter(\.isWritten)
        if written.isEmpty { return }
        try (paths.map { CommandFile(words: words, path: $0, isWritten: false) } + written).requireDistinct()
    }
}

/// What two paths have in common if they lead to the same file.
private enum FileIdentity: Hashable {
    case existing(device: UInt64, number: UInt64)
    /// A file that does not exist yet, at a path without links.
    case new(String)

    /// Returns `nil` for a standard stream, a pipe or a device, which several reports can share.
    package init?(of path: String) {
        if path == "-" { return nil }
        if let status = FileStatus(ofTarget: path) {
            guard [.regular, .folder].contains(status.kind) else { return nil }
            self = .existing(device: status.device, number: status.number)
        } else {
            self = .new(Self.real(AtomicFile.target(of: path)))
        }
    }

    /// Returns whether a file is a part of a folder, or becomes one if the command writes it.
    package static func isPart(_ path: String, of folder: String, _ kind: CommandFile.FolderKind) -> Bool {
        if path == "-" { return false }
        let parts = real(AtomicFile.target(of: path)).split(separator: "/")
        guard let name = parts.last, kind.isPart(name: String(name)) else { return false }
        return "/" + parts.dropLast().joined(separator: "/") == real(folder)
    }

    /// Returns the path without links and dots, even if the last of its folders do not exist yet.
    private static func real(_ path: String) -> String {
        if let real = path.realPath { return real }
        let parts = path.split(separator: "/")
        let start = path.hasPrefix("/") ? "/" : ""
        guard let name = parts.last, parts.count > 1 || start == "/" else {
            return (".".realPath ?? "") + "/" + path
        }
        let folder = real(start + parts.dropLast().joined(separator: "/"))
        switch name {
        case ".": return folder
        case "..": return folder.lastIndex(of: "/").map { String(folder[..<$0]) } ?? folder
        default: return (folder == "/" ? "" : folder) + "/" + name
        }
    }
}
