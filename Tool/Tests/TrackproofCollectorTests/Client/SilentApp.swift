import Foundation
import TrackproofUITesting

/// An app in the test's own process that tracks nothing: what the test sends is what its SDKs send.
final class SilentApp: AppUnderTest {
    private(set) var end: String?

    func launch(arguments: [String], environment: [String: String]) throws {
        let bridge = environment["TRACKPROOF_BRIDGE"] ?? ""
        let hello = Data(#"{"hello":1,"writer":"1-a"}"#.utf8) + Data("\n".utf8)
        try hello.write(to: URL(fileURLWithPath: String(bridge.trimmingPrefix("file:"))))
    }

    func crash() { end = "was killed by signal 9" }

    func observeChanges(_ onChange: @escaping @Sendable () -> Void) -> Bool { false }

    private let unsupported = UnsupportedByDriver("an app without a screen")
    func value(ofElement identifier: String) throws -> String? { throw unsupported }
    func textsOfAlert(withButton title: String) throws -> [String]? { throw unsupported }
    func pressAlertButton(_ title: String) throws { throw unsupported }
    func pasteboardText() throws -> String? { throw unsupported }
    func clearPasteboard() throws { throw unsupported }
}
