internal import ArgumentParser
@_spi(Tooling) internal import TrackproofFiles
internal import TrackproofPlanning
@_spi(Tooling) internal import TrackproofSnapshots

/// A file or folder that a command reads or writes.
struct CommandFile {
    /// The words for the file in messages, such as `--recording`.
    let words: String
    let path: String
    let isWritten: Bool
    /// Whether the path is that of a tracking plan, which can be a folder.
    var isPlan = false

    /// Returns a file that the command reads, or nothing if the user named no file.
    static func read(_ words: String, _ path: String?) -> [CommandFile] {
        path.map { [CommandFile(words: words, path: $0, isWritten: false)] } ?? []
    }

    /// Returns the tracking plan that the command reads, or nothing if there is none.
    static func plan(_ path: String?) -> [CommandFile] {
        path.map { [CommandFile(words: "--plan", path: $0, isWritten: false, isPlan: true)] } ?? []
    }

    /// Returns a file that the command writes, or nothing if the user named no file.
    static func written(_ words: String, _ path: String?) -> [CommandFile] {
        path.map { [CommandFile(words: words, path: $0, isWritten: true)] } ?? []
    }

    /// Returns the snapshot of the option `--snapshot`, and its pending snapshot.
    ///
    /// - Throws: `ValidationError` if the path is that of a pending snapshot, or if another snapshot has the same pending
    ///   snapshot.
    static func snapshot(_ path: String?, isWritten: Bool) throws -> [CommandFile] {
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
    /// file that the next command would read as a part of the plan.
    ///
    /// Without this check, the command would overwrite one of its own files, or damage the plan.
    ///
    /// - Throws: `ValidationError` with the words for both files.
    func requireDistinct() throws {
        var known: [FileIdentity: CommandFile] = [:]
        for file in self {
            guard let identity = FileIdentity(of: file.path) else { continue }
            if let other = known[identity], file.isWritten || other.isWritten {
                throw ValidationError("\(other.words) and \(file.words) are the same file: \(file.path).")
            }
            known[identity] = known[identity] ?? file
        }
        for plan in filter(\.isPlan) {
            for file in self where file.isWritten && FileIdentity.isPart(file.path, ofPlan: plan.path) {
                throw ValidationError(
                    "\(file.words): \(file.path) would be a part of the plan in the folder \(plan.path).")
            }
        }
    }
}

/// What two paths have in common if they lead to the same file.
private enum FileIdentity: Hashable {
    case existing(device: UInt64, number: UInt64)
    /// A file that does not exist yet, at a path without links.
    case new(String)

    /// Returns `nil` for a standard stream, a pipe or a device, which several reports can share.
    init?(of path: String) {
        if path == "-" { return nil }
        if let status = FileStatus(ofTarget: path) {
            guard [.regular, .folder].contains(status.kind) else { return nil }
            self = .existing(device: status.device, number: status.number)
        } else {
            self = .new(Self.real(AtomicFile.target(of: path)))
        }
    }

    /// Returns whether a file is a part of the plan, or becomes one if the command writes it.
    static func isPart(_ path: String, ofPlan plan: String) -> Bool {
        if path == "-" { return false }
        let parts = real(AtomicFile.target(of: path)).split(separator: "/")
        guard let name = parts.last, PlanFiles.isPart(name: String(name)) else { return false }
        return "/" + parts.dropLast().joined(separator: "/") == plan.realPath
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
