import Foundation
import TrackproofFiles

/// An error of git, or an error about a revision or path that git does not find.
package struct GitError: Error, CustomStringConvertible {
    package let description: String
    /// Whether the repository has the revision, but the revision does not have the path.
    package var isMissingPath = false
}

/// A revision, such as a commit or a branch, of a git repository.
struct GitRevision: Sendable {
    private let revision: String
    private let folder: URL

    /// Creates the revision of the repository that contains the folder of the file at `path`.
    ///
    /// - Throws: ``GitError`` if the folder is not in a repository, or if the repository does not have the revision.
    init(_ revision: String, beside path: String) throws {
        // Git would read a text with a hyphen at the start as an option, and the part after a colon as a path.
        if revision.isEmpty || revision.hasPrefix("-") || revision.contains(":") {
            throw GitError(description: "\(revision): expected a git revision, such as a branch or a tag")
        }
        self.revision = revision
        folder = URL(fileURLWithPath: path).deletingLastPathComponent().standardizedFileURL
        _ = try run(
            "rev-parse", "--git-dir",
            failure: GitError(description: "\(path) is not in a git repository, so it has no revision \(revision)"))
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

    /// Returns whether a path is a symbolic link in the revision.
    func isLink(_ path: String) throws -> Bool {
        let entry = try run("ls-tree", "-z", revision, "--", inFolder(path) ?? path, failure: missing(path))
        return entry.starts(with: Data("120000 ".utf8))
    }

    /// Returns the names of the files and folders that a folder has in the revision.
    func names(in path: String) throws -> [String] {
        let list = try run("ls-tree", "-z", "--full-tree", "--name-only", object(path), failure: missing(path))
        return list.split(separator: 0).map { String(pathBytes: $0) }
    }

    /// Returns the content that a file has in the revision. Throws an error if it has more than `limit` bytes.
    func bytes(of path: String, limit: Int) throws -> [UInt8] {
        let size = String(decoding: try run("cat-file", "-s", object(path), failure: missing(path)), as: UTF8.self)
        guard let size = Int(size.trimmingCharacters(in: .whitespacesAndNewlines)), size <= limit else {
            throw GitError(description: "\(revision):\(path): the file is larger than \(limit >> 20) MiB")
        }
        return Array(try run("cat-file", "blob", object(path), failure: missing(path)))
    }

    /// Returns the paths of files that the revision has, but that are no longer on the disk. The paths begin in the
    /// root of the repository.
    ///
    /// - Parameters:
    ///   - pattern: An extended regular expression that a line of each file fits.
    ///   - names: Patterns of the names of the files, such as `*.yaml`.
    func removedFiles(withLine pattern: String, named names: [String]) throws -> [String] {
        let list = try run(
            ["diff", "--name-only", "-z", "--no-renames", "--diff-filter=D", "-G", pattern, revision, "--"]
                + names.map { ":/" + $0 },
            failure: GitError(description: "\(revision): git cannot compare this revision with the files on the disk"))
        return list.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
    }

    private func missing(_ path: String) -> GitError {
        GitError(description: "\(revision):\(path): there is no such file in this revision", isMissingPath: true)
    }

    /// Returns the text by which git finds a path in the revision, such as `main:./plan.yaml`.
    private func object(_ path: String) -> String {
        inFolder(path).map { "\(revision):./\($0)" } ?? "\(revision):\(path)"
    }

    /// Returns a path relative to the folder, or `nil` if the path is outside of the folder.
    private func inFolder(_ path: String) -> String? {
        let full = URL(fileURLWithPath: path).standardizedFileURL.path
        let base = folder.path == "/" ? "/" : folder.path + "/"
        return full.hasPrefix(base) ? String(full.dropFirst(base.count)) : nil
    }

    /// Runs git in the folder, and returns its output.
    ///
    /// - Parameter failure: The error to throw if git ends with an error.
    private func run(_ arguments: String..., failure: GitError) throws -> Data {
        try run(arguments, failure: failure)
    }

    private func run(_ arguments: [String], failure: GitError) throws -> Data {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        let words = (["-C", folder.path] + arguments).map(\.pathBytes)
        let isUTF8 = words.allSatisfy { String(validating: $0, as: UTF8.self) != nil }
        // `Process` accepts only UTF-8. `xargs` passes on words with any bytes.
        process.arguments =
            isUTF8 ? ["git"] + words.map { String(decoding: $0, as: UTF8.self) } : ["xargs", "-0", "git"]
        let output = Pipe()
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        process.standardInput = FileHandle.nullDevice
        do {
            if !isUTF8 {
                let input = try OpenFile(temporaryIn: Folder.temporary)
                let file = FileHandle(fileDescriptor: dup(input.descriptor), closeOnDealloc: true)
                try file.write(contentsOf: Data(words.joined(separator: [0])))
                try file.seek(toOffset: 0)
                process.standardInput = file
            }
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
