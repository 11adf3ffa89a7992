internal import Foundation

/// Output files that appear whole or not at all.
enum WholeFile {
    /// Writes text to a file, replacing it; missing folders are made.
    ///
    /// What is no regular file (a terminal, a pipe, `/dev/stderr`) is written to as it stands: it must not be replaced.
    static func write(_ text: String, to path: String) throws {
        var status = stat()
        let exists = stat(path, &status) == 0
        if exists, status.st_mode & S_IFMT != S_IFREG {
            let descriptor = open(path, O_WRONLY | O_CLOEXEC)
            guard descriptor >= 0 else { throw cannotCreate(path) }
            return try write(text, path, descriptor)
        }
        // A link stays a link.
        let target = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
        let folder = URL(fileURLWithPath: target).deletingLastPathComponent().path
        try makeFolder(folder, for: path)
        var template = Array((folder + "/.trackproof-XXXXXX.tmp").utf8CString)
        let descriptor = mkstemps(&template, 4)
        guard descriptor >= 0 else { throw cannotCreate(path) }
        do {
            fchmod(descriptor, exists ? status.st_mode & 0o777 : 0o644)
            try write(text, path, descriptor)
            guard rename(template, target) == 0 else { throw cannotCreate(path) }
        } catch {
            unlink(template)
            throw error
        }
    }

    private static func write(_ text: String, _ path: String, _ descriptor: Int32) throws {
        defer { close(descriptor) }
        let code = writeAll(text, to: descriptor)
        if code != 0 { throw CommandError("\(path): cannot write: \(systemMessage(code))", .ioFailed) }
    }

    private static func makeFolder(_ folder: String, for path: String) throws {
        if mkdir(folder, 0o777) == 0 || errno == EEXIST { return }
        guard errno == ENOENT, folder != "/" else { throw cannotCreate(path) }
        try makeFolder(URL(fileURLWithPath: folder).deletingLastPathComponent().path, for: path)
        guard mkdir(folder, 0o777) == 0 || errno == EEXIST else { throw cannotCreate(path) }
    }

    /// What the last system call failed with.
    private static func cannotCreate(_ path: String) -> CommandError {
        CommandError("\(path): cannot create: \(systemMessage(errno))", .cannotCreate)
    }
}
