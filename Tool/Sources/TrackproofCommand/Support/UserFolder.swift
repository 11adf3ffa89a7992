internal import Foundation
@_spi(Tooling) internal import TrackproofCollectorClient
@_spi(Tooling) internal import TrackproofFiles

/// The folder `~/.trackproof`, which contains the tokens and certificates of the user's collectors.
enum UserFolder {
    /// Creates the folder if it does not exist.
    ///
    /// - Parameter remedy: The end of an error's message. It says what the user can do, such as `use --no-token`.
    /// - Returns: The path of the folder.
    /// - Throws: ``CommandError`` if the folder cannot be created, or if other users can write to it.
    @discardableResult
    static func make(or remedy: String) throws -> String {
        func error(_ problem: String) -> CommandError { CommandError("\(problem); \(remedy)", .cannotCreate) }
        guard let file = CollectorToken.file(port: 0) else {
            throw error("HOME is not set, so there is no place for the folder .trackproof")
        }
        let folder = (file as NSString).deletingLastPathComponent
        if mkdir(folder, 0o700) == 0 { return folder }
        guard errno == EEXIST, let status = FileStatus(of: folder) else {
            throw error("\(folder): cannot create: \(systemMessage(errno))")
        }
        guard status.kind == .folder, status.owner == geteuid(), status.permissions & 0o022 == 0 else {
            throw error("\(folder): must be a folder that only its owner can write to")
        }
        return folder
    }
}
