import Foundation
import Trackproof
import TrackproofBridge
import TrackproofUITesting

/// An app without a screen, in the process of the test. The app sends its events over a file.
final class FileApp: AppUnderTest {
    let analytics = Analytics()
    let exitDescription: String? = nil
    private var address = ""

    func launch(arguments: [String], environment: [String: String]) throws {
        address = environment["TRACKPROOF_BRIDGE"] ?? ""
        analytics.addProvider(try EventBridge(address))
    }

    /// Appends lines to the bridge's file, as another process of the app would.
    func append(_ lines: String) throws {
        let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: String(address.trimmingPrefix("file:"))))
        try handle.seekToEnd()
        try handle.write(contentsOf: Data(lines.utf8))
        try handle.close()
    }

    func observeChanges(_ onChange: @escaping @Sendable () -> Void) -> Bool { false }

    /// A picture with one white pixel.
    func screenshot() throws -> [UInt8]? {
        Array(
            Data(
                base64Encoded:
                    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGP4DwABAQEAsTj2FAAAAABJRU5ErkJggg==")
                ?? Data())
    }

    private let unsupported = UnsupportedByDriver("an app without a screen")
    func value(ofElement identifier: String) throws -> String? { throw unsupported }
    func textsOfAlert(withButton title: String) throws -> [String]? { throw unsupported }
    func pressAlertButton(_ title: String) throws { throw unsupported }
    func pasteboardText() throws -> String? { throw unsupported }
    func clearPasteboard() throws { throw unsupported }
}

/// Lines of another process of the app: an event that is older than any test, and a report of a lost event.
let lateLine = #"{"name":"late","seq":1,"time":"2001-01-01T00:00:00.000Z","writer":"9-x"}"# + "\n"
let lostLine = #"{"lost":1,"writer":"9-x"}"# + "\n"
