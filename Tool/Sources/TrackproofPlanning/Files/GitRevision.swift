internal import Foundation

/// An error of git, or an error about a revision that the repository does not have.
package struct GitError: Error, CustomStringConvertible {
    package let description: String
    /// Whether the revision exists, but does not have the path.
    package var isMissingPath = false
}

/// A revision of the git repository that contains a folder.
struct GitRevision: Sendable {
    private let revision: String
    private let folder: URL

    /// - Throws: ``GitError`` if the folder is not in a repository, or if the repository does not have the revision.
    init(_ revision: String, folder: String) throws {
        // Git would read a text that begins with `-` as an option. A colon would begin the path of a file.
        if revision.isEmpty || revision.hasPrefix("-") || revision.contains(":") {
            throw GitError(description: "\(revision): is not a revision of git")
        }
        self.revision = revision
        self.folder = URL(fileURLWithPath: folder).standardizedFileURL
        _ = try run(
            "rev-parse", "--quiet", "--verify", revision + "^{commit}",
            failure: GitError(
                description: "\(revision): git does not have this revision; a shallow clone may need `git fetch`"))
    }

    /// Returns what a path is in the revision: `blob` for a file, `tree` for a folder.
    func kind(of path: String) throws -> String {
        String(decoding: try run("cat-file", "-t", object(path), failure: missing(path)), as: UTF8.self)
            .trimmingCharacters(in: .whitespacesAndNewlines)
    }

    /// Returns the names of the files in a folder.
    func names(in path: String) throws -> [String] {
        let list = try run("ls-tree", "-z", "--name-only", object(path), failure: missing(path))
        return list.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
    }

    /// Returns the content of a file.
    func bytes(of path: String, limit: Int) throws -> [UInt8] {
        let size = String(decoding: try run("cat-file", "-s", object(path), failure: missing(path)), as: UTF8.self)
        guard let size = Int(size.trimmingCharacters(in: .whitespacesAndNewlines)), size <= limit else {
            throw GitError(description: "\(revision):\(path): the file is larger than \(limit >> 20) MiB")
        }
        return Array(try run("cat-file", "blob", object(path), failure: missing(path)))
    }

    private func missing(_ path: String) -> GitError {
        GitError(description: "\(revision):\(path): there is no such file in this revision", isMissingPath: true)
    }

    /// Returns git's name for a path in the revision, relative to the folder.
    private func object(_ path: String) -> String {
        let full = URL(fileURLWithPath: path).standardizedFileURL.path
        let base = folder.path == "/" ? "/" : folder.path + "/"
        return full.hasPrefix(base) ? "\(revision):./\(full.dropFirst(base.count))" : "\(revision):\(path)"
    }

    /// Runs git in the folder, and returns what it prints.
    ///
    /// - Parameter failure: The error if git fails.
    private func run(_ arguments: String..., failure: GitError) throws -> Data {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["git", "-C", folder.path] + arguments
        let output = Pipe()
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        process.standardInput = FileHandle.nullDevice
        do {
            try process.run()
        } catch {
            throw GitError(description: "git cannot be run: \(error.localizedDescription)")
        }
        let data = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        if process.terminationStatus == 127 { throw GitError(description: "git is not installed") }
        guard process.terminationStatus == 0 else { throw failure }
        return data
    }
}
