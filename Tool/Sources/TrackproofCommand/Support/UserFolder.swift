internal import Foundation
@_spi(Tooling) internal import TrackproofCollectorClient
internal import TrackproofFiles

/// `~/.trackproof`, where a collector leaves what clients of the same user need.
enum UserFolder {
    /// Makes the folder unless it is there.
    ///
    /// - Parameter remedy: What the user can do without it, for the error: `use --no-token`.
    /// - Returns: Its path.
    /// - Throws: ``CommandError`` if there can be none, or if others may write to it.
    static func make(or remedy: String) throws -> String {
        func error(_ problem: String) -> CommandError { CommandError("\(problem); \(remedy)", .cannotCreate) }
        guard let file = CollectorToken.file(port: 0) else {
            throw error("HOME is not set, so there is no place for .trackproof")
        }
        let folder = (file as NSString).deletingLastPathComponent
        if mkdir(folder, 0o700) == 0 { return folder }
        guard errno == EEXIST, let status = FileStatus(of: folder) else {
            throw error("\(folder): cannot be made: \(systemMessage(errno))")
        }
        guard status.kind == .folder, status.owner == geteuid(), status.permissions & 0o022 == 0 else {
            throw error("\(folder): is no folder that only its user can write to")
        }
        return folder
    }
}
