internal import Foundation
internal import TrackproofFiles
@_spi(Tooling) internal import TrackproofJSON

/// The files of an archive, from the paths, folders and patterns of the command line.
struct ArchivePaths {
    /// A file that can be divided.
    typealias File = (path: String, size: UInt64)

    /// The files, sorted by path. No file is listed twice.
    private(set) var files: [File] = []
    /// The inputs that can be read only once: `-` for standard input, and the paths of pipes.
    private(set) var streams: [String] = []

    private var known: Set<String> = []

    /// Finds the files.
    ///
    /// - Parameter arguments: Paths of files and folders, and patterns. A folder stands for all files below it. In a pattern,
    ///   `*`, `?` and `[…]` stand for characters of one name, and `**` stands for any number of folders. Hidden files are
    ///   left out, unless a name in the pattern begins with a dot.
    /// - Throws: An error if a file does not exist, or if a pattern or folder has no files.
    init(_ arguments: [String]) throws {
        for argument in arguments {
            if argument == "-" {
                streams.append("-")
            } else if FileManager.default.fileExists(atPath: argument) {
                let count = files.count + streams.count
                try add(argument)
                if files.count + streams.count == count, !known.contains(argument) {
                    throw CommandError("\(argument): the folder has no files", .noInput)
                }
            } else if argument.contains(where: { "*?[".contains($0) }) {
                let found = Self.matches(of: argument)
                if found.isEmpty { throw CommandError("\(argument): no file fits this pattern", .noInput) }
                for path in found { try add(path) }
            } else {
                throw FileAccessError(argument, .open, code: ENOENT)
            }
        }
        files.sort { $0.path < $1.path }
    }

    private mutating func add(_ path: String) throws {
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
            throw FileAccessError(path, .open, code: ENOENT)
        }
        if isFolder.boolValue {
            for name in try FileManager.default.contentsOfDirectory(atPath: path).sorted() where !name.hasPrefix(".") {
                try add(path.hasSuffix("/") ? path + name : path + "/" + name)
            }
            return
        }
        guard known.insert(path).inserted else { return }
        let target = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
        guard let status = FileStatus(of: target) else { throw FileAccessError(path, .open, code: errno) }
        if status.kind == .regular { files.append((path, UInt64(max(0, status.size)))) } else { streams.append(path) }
    }

    // MARK: Patterns

    /// Returns the paths of the files and folders that fit a pattern.
    static func matches(of pattern: String) -> [String] {
        let components = pattern.split(separator: "/").map(String.init)
        return matches(of: components[...], in: pattern.hasPrefix("/") ? "/" : "").sorted()
    }

    private static func matches(of components: ArraySlice<String>, in folder: String) -> [String] {
        guard let component = components.first else { return folder.isEmpty ? [] : [String(folder.dropLast())] }
        let rest = components.dropFirst()
        if component == "**" {
            // `**` at the end stands for all files below the folder.
            if rest.isEmpty { return matches(of: ["**", "*"], in: folder) }
            let below = names(in: folder).filter { !$0.hasPrefix(".") && isFolder(folder + $0) }
            return matches(of: rest, in: folder) + below.flatMap { matches(of: components, in: folder + $0 + "/") }
        }
        guard component.contains(where: { "*?[".contains($0) }) else {
            return exists(folder + component) ? matches(of: rest, in: folder + component + "/") : []
        }
        let found = names(in: folder).filter { fnmatch(component, $0, FNM_PERIOD) == 0 }
        return found.flatMap { name in
            rest.isEmpty || isFolder(folder + name) ? matches(of: rest, in: folder + name + "/") : []
        }
    }

    private static func names(in folder: String) -> [String] {
        do {
            return try FileManager.default.contentsOfDirectory(atPath: folder.isEmpty ? "." : folder)
        } catch {
            // As in a shell, a folder that cannot be read has no files that fit.
            return []
        }
    }

    private static func exists(_ path: String) -> Bool { FileManager.default.fileExists(atPath: path) }

    /// Returns whether a path is a folder. A link to a folder is not followed, because links can form a circle.
    private static func isFolder(_ path: String) -> Bool { FileStatus(of: path)?.kind == .folder }
}
