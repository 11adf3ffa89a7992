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
    /// If the path of the temporary folder cannot be a part of an address, the new folder is in `/tmp`.
    ///
    /// - Parameter isForSocket: Whether the folder is for a unix socket, whose path has a maximum length. The path of
    ///   the temporary folder of a simulator is too long.
    init(isForSocket: Bool = false) throws {
        let name = "/trackproof-XXXXXX"
        var parent = Folder.temporary
        let isTooLong = isForSocket && (parent + name + "/bridge").utf8.count > Platform.longestUnixPath
        if isTooLong || !parent.fitsInAddress { parent = "/tmp" }
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

extension String {
    /// Whether an app that reads the path as a part of an address finds the same folder.
    ///
    /// An app can get several addresses, which are separated by line breaks. It reads them as UTF-8.
    fileprivate var fitsInAddress: Bool { !utf8.contains(0x0A) && pathBytes.elementsEqual(utf8) }
}
