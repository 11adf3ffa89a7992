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

    init() throws {
        let parent = Platform.temporaryFolder
        var template = Array((parent + "/trackproof-XXXXXX").utf8CString)
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
