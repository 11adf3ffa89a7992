internal import Trackproof
@_spi(Tooling) internal import TrackproofFiles
internal import TrackproofPlatform

#if canImport(Darwin)
    internal import Darwin
#elseif canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#endif

/// A folder that only this user can enter.
///
/// `remove()` and `deinit` delete the folder and its content.
final class PrivateFolder: Sendable {
    let path: String
    /// The path for a unix socket.
    var socket: String { path + "/bridge" }
    /// The path for a file of events.
    var events: String { path + "/events.ndjson" }

    /// Creates the folder.
    ///
    /// - Parameter isForSocket: Whether the folder is for a unix socket, whose path has a maximum length. If the path
    ///   of the temporary folder is too long, as in a simulator, the new folder is in `/tmp`.
    init(isForSocket: Bool = false) throws {
        let name = "/trackproof-XXXXXX"
        var parent = Folder.temporary
        if isForSocket, (parent + name + "/bridge").pathBytes.count > Platform.longestUnixPath { parent = "/tmp" }
        var template = (parent + name).cPath
        guard mkdtemp(&template) != nil else { throw BridgeReaderError(parent, code: errno) }
        path = String(path: template)
    }

    deinit { remove() }

    func remove() {
        _ = socket.withPath(unlink)
        _ = events.withPath(unlink)
        _ = path.withPath(rmdir)
    }
}
