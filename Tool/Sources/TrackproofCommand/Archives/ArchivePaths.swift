import Foundation
import TrackproofArchives
import TrackproofFiles
import TrackproofJSON
import TrackproofConsole

/// The files of an archive, found from the paths and patterns of the command line.
struct ArchivePaths {
    /// A file whose size is known, so that a check can divide it into splits.
    ///
    /// `modified` is the time at which the file was last modified, in nanoseconds since 1970.
    typealias File = (path: String, size: UInt64, modified: Int64)

    /// The files, sorted by path. No file is listed twice.
    private(set) var files: [File] = []
    /// The inputs that can be read only once: `-` for standard input, and the pipes that the user named.
    private(set) var streams: [String] = []

    /// The device and inode number of a file or folder. They are the same for all links and paths that lead to the
    /// file.
    private struct Identity: Hashable {
        let device: UInt64
        let number: UInt64

        init(_ status: FileStatus) { (device, number) = (status.device, status.number) }
    }

    private var known: Set<Identity> = []

    /// Finds the files. If several paths or links lead to a file, the file is listed once.
    ///
    /// - Parameters:
    ///   - arguments: Paths of files and folders, patterns, or `-` for standard input. A folder means all files in it
    ///     and in its subfolders. In a pattern, `*`, `?` and `[…]` match characters of one name, and `**` matches any
    ///     number of folders. Files and folders whose names begin with a dot are left out, except if the argument
    ///     contains this dot.
    ///   - excluded: The path of a file to leave out, such as the file of `--resume`, or `nil`.
    /// - Throws: An error if a file does not exist, if a folder cannot be read, or if a folder or pattern yields no
    ///   file.
    init(_ arguments: [String], excluding excluded: String? = nil) throws {
        if let excluded, let status = FileStatus(ofTarget: excluded) { known.insert(Identity(status)) }
        for argument in arguments {
            if argument == "-" {
                streams.append("-")
            } else if FileStatus(ofTarget: argument) != nil {
                if try !add(argument, isNamed: true) {
                    throw CommandError("\(argument): the folder has no files", .noInput)
                }
            } else if argument.contains(where: { "*?[".contains($0) }) {
                let found = try Self.matches(of: argument)
                if found.isEmpty { throw CommandError("\(argument): no file fits this pattern", .noInput) }
                for path in found { _ = try add(path, isNamed: false) }
            } else {
                throw FileAccessError(argument, .open, code: ENOENT)
            }
        }
        files.sort { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
    }

    /// Adds the file at a path. If it is a folder, adds all files in it and in its subfolders.
    ///
    /// - Parameter isNamed: Whether the user named this path. Only such a path may lead to a pipe.
    /// - Returns: `false` if the folder has no files.
    private mutating func add(_ path: String, isNamed: Bool) throws -> Bool {
        guard let status = FileStatus(ofTarget: path) else { throw FileAccessError(path, .open, code: errno) }
        guard known.insert(Identity(status)).inserted else { return true }
        switch status.kind {
        case .folder:
            var hasFiles = false
            for name in try Self.names(in: path) where !name.hasPrefix(".") {
                if try add(path.hasSuffix("/") ? path + name : path + "/" + name, isNamed: false) { hasFiles = true }
            }
            return hasFiles
        case .regular: files.append((path, UInt64(max(0, status.size)), status.modified))
        // A terminal or a null device as standard input.
        case .other where isNamed && path == "/dev/stdin": streams.append("-")
        case .pipe where isNamed: streams.append(path)
        // A device such as `/dev/zero` has no end.
        case .link, .pipe, .other:
            throw CommandError("\(path): cannot open: it is not a regular file", .ioFailed)
        }
        return true
    }

    /// Returns the recordings that arguments name, except folders and patterns.
    static func named(in arguments: [String]) -> [CommandFile] {
        arguments.filter { FileStatus(ofTarget: $0)?.kind != .folder }
            .flatMap { CommandFile.read("the recording", $0) }
    }

    /// The maximum size of a recording whose events a report shows, in bytes.
    private static let shownSize: UInt64 = 512 << 20

    /// Returns the path of the only file if reports can show its events, because it is a recording.
    ///
    /// - Parameter tally: The result of the check of all files.
    func shownRecording(_ tally: ArchiveTally) -> String? {
        guard streams.isEmpty, files.count == 1, files[0].size <= Self.shownSize,
            tally.summary.layouts == ["recording"], tally.summary.unreadableCount == 0
        else { return nil }
        return files[0].path.hasSuffix(".gz") ? nil : files[0].path
    }

    // MARK: Patterns

    /// Returns the paths of the files and folders that match a pattern.
    static func matches(of pattern: String) throws -> [String] {
        let components = pattern.split(separator: "/").map(String.init)
        return try matches(of: components[...], in: pattern.hasPrefix("/") ? "/" : "").sorted()
    }

    private static func matches(of components: ArraySlice<String>, in folder: String) throws -> [String] {
        guard let component = components.first else { return folder.isEmpty ? [] : [String(folder.dropLast())] }
        let rest = components.dropFirst()
        if component == "**" {
            var known: Set<Identity> = []
            // `**` at the end of a pattern matches all files in the folder and its subfolders.
            return try folders(from: folder, &known).flatMap { try matches(of: rest.isEmpty ? ["*"] : rest, in: $0) }
        }
        guard component.contains(where: { "*?[".contains($0) }) else {
            return try status(folder + component) == nil ? [] : matches(of: rest, in: folder + component + "/")
        }
        let found = try names(in: folder).filter { component.matches($0) }
        return try found.flatMap { name in
            try rest.isEmpty || status(folder + name)?.kind == .folder
                ? try matches(of: rest, in: folder + name + "/") : []
        }
    }

    /// Returns a folder and all its subfolders. Each folder is listed once, because links can form a circle.
    private static func folders(from folder: String, _ known: inout Set<Identity>) throws -> [String] {
        guard let status = try status(folder.isEmpty ? "." : folder), status.kind == .folder,
            known.insert(Identity(status)).inserted
        else { return [] }
        var found = [folder]
        for name in try names(in: folder) where !name.hasPrefix(".") {
            found += try folders(from: folder + name + "/", &known)
        }
        return found
    }

    /// Returns the names of the files and folders in a folder. Returns no names if the folder does not exist.
    ///
    /// - Throws: An error if the folder cannot be read. Without this error, the check would skip the files in the
    ///   folder.
    private static func names(in folder: String) throws -> [String] {
        do throws(FileAccessError) {
            return try Folder.names(in: folder.isEmpty ? "." : folder)
        } catch {
            if error.code == ENOENT || error.code == ENOTDIR { return [] }
            throw error
        }
    }

    /// Returns the status of a file or folder, or `nil` if it does not exist.
    ///
    /// - Throws: An error if the system does not allow to read the status, or if a link leads nowhere. Otherwise, the check
    ///   would skip a file that the user meant.
    private static func status(_ path: String) throws -> FileStatus? {
        if let status = FileStatus(ofTarget: path) { return status }
        let code = errno
        if code == ENOENT || code == ENOTDIR, FileStatus(of: path) == nil { return nil }
        throw FileAccessError(path, .open, code: code)
    }
}

extension String {
    /// Returns whether a name matches the pattern.
    fileprivate func matches(_ name: String) -> Bool {
        withPath { pattern in name.withPath { fnmatch(pattern, $0, FNM_PERIOD) } } == 0
    }
}
