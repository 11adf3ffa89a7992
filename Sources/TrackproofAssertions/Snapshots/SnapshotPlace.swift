import Foundation
import TrackproofPlatform

/// The folder that contains a test's snapshots.
struct SnapshotPlace {
    /// The folder with the snapshots of all tests in the test's source file.
    let folder: String
    /// The bundle's folder for resources, into which Xcode may copy snapshots without their folders; `nil` if the
    /// snapshots are not in a bundle.
    private let flatFolder: String?
    /// Whether snapshots can be recorded in the folder.
    let isWritable: Bool

    /// Finds the folder of a test's snapshots: in `TRACKPROOF_SNAPSHOTS`, if this variable is set; otherwise
    /// `__Snapshots__` beside the test's source file, if the sources are on this machine; otherwise in the bundle.
    ///
    /// - Throws: ``SnapshotRefusal`` if there is no such folder, for example on a device if `bundle` is `nil`.
    init(for site: CallSite, bundle: Bundle?, environment: [String: String]) throws {
        let source = URL(fileURLWithPath: "\(site.filePath)")
        let file = source.deletingPathExtension().lastPathComponent
        let sources = source.deletingLastPathComponent()
        if let folder = environment[EnvironmentVariable.snapshots], !folder.isEmpty {
            let module = "\(site.fileID)".split(separator: "/").first.map(String.init) ?? ""
            self.init(folder: URL(fileURLWithPath: folder).appendingPathComponent(module), file, flatFolder: nil)
        } else if FileManager.default.fileExists(atPath: sources.path) {
            self.init(folder: sources.appendingPathComponent("__Snapshots__"), file, flatFolder: nil)
        } else if let resources = bundle?.resourceURL {
            self.init(folder: resources.appendingPathComponent("__Snapshots__"), file, flatFolder: resources.path)
        } else {
            throw SnapshotRefusal(
                """
                cannot find snapshots: the test's sources are not on this machine (\(sources.path)). Copy __Snapshots__ \
                into the test's bundle and pass that bundle as `bundle:`, or set \(EnvironmentVariable.snapshots) to the \
                folder of the snapshots
                """)
        }
    }

    private init(folder: URL, _ file: String, flatFolder: String?) {
        let path = folder.appendingPathComponent(file).path
        (self.folder, self.flatFolder) = (path, flatFolder)
        isWritable = flatFolder == nil && Self.mayWrite(path)
    }

    /// Returns the path of a snapshot: in ``folder``, unless only the bundle's folder for resources contains it.
    func path(of name: String) -> String {
        let path = "\(folder)/\(name).json"
        guard let flatFolder, !FileManager.default.fileExists(atPath: path) else { return path }
        let flat = "\(flatFolder)/\(name).json"
        return FileManager.default.fileExists(atPath: flat) ? flat : path
    }

    /// Returns whether the file permissions let this process create files in a folder, which may not exist yet. Even if
    /// they do, a sandbox may forbid the process to write.
    private static func mayWrite(_ folder: String) -> Bool {
        var folder = URL(fileURLWithPath: folder)
        while !FileManager.default.fileExists(atPath: folder.path), folder.pathComponents.count > 1 {
            folder.deleteLastPathComponent()
        }
        return Platform.mayWrite(folder.path)
    }
}

/// The reason why a test's recording cannot be compared with a snapshot.
struct SnapshotRefusal: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}

/// The name of a snapshot's file, made of the name of the test and the label of the snapshot. Examples:
/// `LoginTests.aLoginIsTracked.json`, `LoginTests.aLoginIsTracked.2.json`, `LoginTests.aLoginIsTracked.premium.json`.
struct SnapshotName: Sendable, Hashable {
    let text: String

    /// - Parameter label: The name that the test passed to `expectSnapshot`. If the test passed no name, the label of
    ///   its first snapshot is `nil`, the label of its second snapshot is `2`, and so on.
    init(_ test: TestIdentity, label: String?) {
        let parts = test.path.map { Self.component(Self.baseName($0)) }
        text = (parts + [label.map(Self.component)].compactMap { $0 }).joined(separator: ".")
    }

    /// Returns the name of a function without its argument labels: `fails` for `fails(reason:)`.
    private static func baseName(_ function: String) -> String {
        guard function.hasSuffix(")"), let start = function.lastIndex(of: "(") else { return function }
        return String(function[..<start])
    }

    /// Returns a text that can be part of a file's name, with hyphens in place of unsuitable characters. If the
    /// function changes the text, it appends a hash of the original text. Otherwise, the texts `a/b` and `a:b` would
    /// lead to the same file.
    static func component(_ text: String) -> String {
        var result = ""
        for character in text {
            let isKept = character.isLetter || character.isNumber || "_-+=@,".contains(character)
            if isKept || (character == "." && !result.isEmpty) {
                result.append(character)
            } else if result.last != "-" {
                result.append("-")
            }
        }
        while result.last == "-" { result.removeLast() }
        // File systems limit the length of a name, so each part has at most 100 bytes before its hash.
        var isCut = false
        while result.utf8.count > 100 {
            result.removeLast()
            isCut = true
        }
        // A part must not end with `.pending`. Otherwise, the snapshot of a test could have the same file as the
        // pending file of another test: a failed comparison with `buys.json` writes `buys.pending.json`.
        let isPending = ".\(result.lowercased())".hasSuffix(".pending")
        return result == text && !isCut && !isPending && !text.isEmpty ? result : result + "-" + hash(text)
    }

    /// Returns the FNV-1a hash (Fowler, Noll, Vo) of 32 bits as hexadecimal digits. The hash is the same in every
    /// process, unlike the hashes of Swift's `Hasher`.
    private static func hash(_ text: String) -> String {
        var hash: UInt32 = 2_166_136_261
        for byte in text.utf8 { hash = (hash ^ UInt32(byte)) &* 16_777_619 }
        let digits = String(hash, radix: 16)
        return String(repeating: "0", count: 8 - digits.count) + digits
    }
}
