public import TrackproofJSON
import TrackproofPlatform

/// Functions that list the files of a folder. Names that are not UTF-8 are listed too.
public enum Folder {
    /// Returns the names of the files and folders in a folder, sorted.
    ///
    /// - Parameters:
    ///   - path: The path of the folder.
    ///   - prefix: The beginning of the names to return. Other names cost little time.
    /// - Throws: ``/TrackproofJSON/FileAccessError`` if the folder does not exist or cannot be read.
    public static func names(
        in path: String, beginningWith prefix: String = ""
    ) throws(FileAccessError) -> [String] {
        guard let folder = path.withPath({ opendir($0) }) else { throw FileAccessError(path, .open) }
        defer { closedir(folder) }
        guard let names = list(beginningWith: prefix, { readdir(folder) }) else { throw FileAccessError(path, .read) }
        return names.sorted()
    }

    /// Returns the names of the files and folders in an open folder, or `nil` if the folder cannot be read.
    public static func names(in descriptor: Int32) -> [String]? {
        // `closedir` also closes the descriptor, so it gets its own.
        let copy = openat(descriptor, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard copy >= 0 else { return nil }
        guard let folder = fdopendir(copy) else {
            close(copy)
            return nil
        }
        defer { closedir(folder) }
        return list(beginningWith: "") { readdir(folder) }
    }

    private static func list(
        beginningWith prefix: String, _ next: () -> UnsafeMutablePointer<dirent>?
    ) -> [String]? {
        let prefix = Array(prefix.utf8CString.dropLast())
        var names: [String] = []
        while true {
            // The result of `readdir` is the same at the end of the folder and after an error.
            errno = 0
            guard let entry = next() else { return errno == 0 ? names : nil }
            let name = withUnsafePointer(to: &entry.pointee.d_name) { name in
                let name = UnsafeRawPointer(name).assumingMemoryBound(to: CChar.self)
                return strncmp(name, prefix, prefix.count) == 0 ? String(path: name) : nil
            }
            if let name, name != ".", name != ".." { names.append(name) }
        }
    }

    /// Creates a folder and the folders around it, except folders whose name already exists.
    ///
    /// - Throws: ``/TrackproofJSON/FileAccessError`` if a folder cannot be created.
    public static func make(_ path: String) throws(FileAccessError) {
        var folder = ""
        for (index, part) in path.split(separator: "/", omittingEmptySubsequences: false).enumerated() {
            folder += (index == 0 ? "" : "/") + part
            if folder.isEmpty || folder.withPath({ mkdir($0, 0o777) }) == 0 || errno == EEXIST || errno == EISDIR {
                continue
            }
            throw FileAccessError(path, .create)
        }
    }

    /// Returns the path of a file in a folder. If the folder is `.` or empty, the path is only the name.
    public static func join(_ folder: String, _ name: String) -> String {
        if folder.isEmpty || folder == "." { return name }
        return folder.hasSuffix("/") ? folder + name : folder + "/" + name
    }

    /// The folder for temporary files: `TMPDIR`, or `/tmp` if `TMPDIR` is empty or not set.
    public static var temporary: String {
        guard let value = getenv("TMPDIR"), value.pointee != 0 else { return "/tmp" }
        return String(path: value)
    }
}

extension String {
    /// The path without symbolic links, or `nil` if there is no file at the path.
    public var realPath: String? {
        guard let real = withPath({ realpath($0, nil) }) else { return nil }
        defer { free(real) }
        return String(path: real)
    }
}
