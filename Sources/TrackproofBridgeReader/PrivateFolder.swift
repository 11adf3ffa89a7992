internal import Trackproof
internal import TrackproofPlatform

#if canImport(Darwin)
    internal import Darwin
#elseif canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#endif

/// A folder that only this user can enter, gone with its content when it is removed or let go.
final class PrivateFolder: Sendable {
    let path: String
    /// Where a unix socket goes.
    var socket: String { path + "/bridge" }
    /// Where a file of events goes.
    var events: String { path + "/events.ndjson" }

    /// - Parameter isForSocket: Whether the path of a unix socket must fit. A simulator's own temporary folder is too
    ///   deep for one; `/tmp` is not.
    init(isForSocket: Bool = false) throws {
        let name = "/trackproof-XXXXXX"
        var parent = Platform.temporaryFolder
        if isForSocket, (parent + name + "/bridge").utf8.count > Platform.longestUnixPath { parent = "/tmp" }
        var template = Array((parent + name).utf8CString)
        guard mkdtemp(&template) != nil else { throw BridgeReaderError(parent, code: errno) }
        path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    deinit { remove() }

    func remove() {
        unlink(socket)
        unlink(events)
        rmdir(path)
    }
}
