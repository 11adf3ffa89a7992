import Foundation
import TrackproofConsole
import TrackproofFiles

/// The search for a program in the folders of `PATH`.
enum ProgramSearch {
    /// Returns the path of a program. A name with a slash is a path. Any other name is in a folder of `PATH`.
    ///
    /// - Throws: ``CommandError`` with status 126 if the program is not executable, and with status 127 if there is no
    ///   such program.
    static func path(of name: String) throws -> String {
        if name.isEmpty { throw CommandError("the name of the command is empty", .notFound) }
        if name.contains("/") {
            guard FileStatus(ofTarget: name) != nil else {
                throw CommandError("\(name): no such file", .notFound)
            }
            if isExecutable(name) { return name }
            throw CommandError("\(name): is not executable", .notExecutable)
        }
        let folders = getenv("PATH").map { String(path: $0) } ?? "/usr/bin:/bin"
        // An empty or relative folder would depend on the current folder.
        let paths = folders.split(separator: ":").filter { $0.hasPrefix("/") }.map { Folder.join(String($0), name) }
        let existing = paths.filter { FileStatus(ofTarget: $0) != nil }
        if let found = existing.first(where: isExecutable) { return found }
        guard let file = existing.first else { throw CommandError("\(name): command not found", .notFound) }
        throw CommandError("\(file): is not executable", .notExecutable)
    }

    /// Returns whether there is a program at a path that this process may execute.
    static func isExecutable(_ path: String) -> Bool {
        FileStatus(ofTarget: path)?.kind == .regular && path.withPath { access($0, X_OK) } == 0
    }
}
