public import Foundation
import Testing

/// A new folder. It is removed when this object is released.
public final class TemporaryFolder: Sendable {
    /// The path of the folder, without symbolic links. It is short enough for sockets in the folder.
    public let path: String

    /// Creates a folder with a random name.
    public init() throws {
        let temporary = FileManager.default.temporaryDirectory.resolvingSymlinksInPath().path
        path = "\(temporary)/trackproof-\(UUID().uuidString.prefix(13))"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    }

    deinit {
        do { try FileManager.default.removeItem(atPath: path) } catch { Issue.record("\(path) stays: \(error)") }
    }

    /// Returns the path of the file `name` in the folder. The file does not have to exist.
    public func file(_ name: String) -> String { path + "/" + name }

    /// Writes a file, and creates the folders in `name`.
    ///
    /// - Returns: The path of the file.
    @discardableResult
    public func write(_ bytes: some Sequence<UInt8>, to name: String) throws -> String {
        let url = URL(fileURLWithPath: file(name))
        try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(bytes).write(to: url)
        return url.path
    }

    /// Writes a file, and creates the folders in `name`.
    ///
    /// - Returns: The path of the file.
    @discardableResult
    public func write(_ text: String, to name: String) throws -> String { try write(text.utf8, to: name) }

    /// Returns the content of a file as text.
    public func read(_ name: String) throws -> String { try String(contentsOfFile: file(name), encoding: .utf8) }

    /// Returns the content of a file.
    public func bytes(of name: String) throws -> Data { try Data(contentsOf: URL(fileURLWithPath: file(name))) }

    /// Returns whether the folder contains a file or folder with this name.
    public func has(_ name: String) -> Bool { FileManager.default.fileExists(atPath: file(name)) }

    /// Returns the sorted names of the files in the folder, including hidden files.
    public func names() throws -> [String] { try FileManager.default.contentsOfDirectory(atPath: path).sorted() }
}

/// Calls `body` with the path of a new folder, and removes the folder afterwards.
public func withFolder<Value>(_ body: (String) throws -> Value) throws -> Value {
    let folder = try TemporaryFolder()
    defer { withExtendedLifetime(folder) {} }
    return try body(folder.path)
}

/// Calls `body` with the path of a new folder, and removes the folder afterwards.
public func withFolder<Value>(
    isolation: isolated (any Actor)? = #isolation, _ body: (String) async throws -> Value
) async throws -> Value {
    let folder = try TemporaryFolder()
    defer { withExtendedLifetime(folder) {} }
    return try await body(folder.path)
}
