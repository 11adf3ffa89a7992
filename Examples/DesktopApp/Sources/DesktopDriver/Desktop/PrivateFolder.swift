import Foundation
import Glibc

/// A temporary folder for the files of one desktop, to which only the current user has access.
struct PrivateFolder: Sendable {
    let path: String

    init() throws(DriverError) {
        var template = Array((NSTemporaryDirectory() + "/desktop-XXXXXX").utf8CString)
        guard mkdtemp(&template) != nil else {
            throw .failed("a temporary folder could not be created: \(String(cString: strerror(errno)))")
        }
        path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
            .replacingOccurrences(of: "//", with: "/")
    }

    func remove() throws {
        try FileManager.default.removeItem(atPath: path)
    }
}
