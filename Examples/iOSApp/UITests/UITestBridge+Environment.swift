import Foundation
import TrackproofUITesting
import XCTest

extension UITestBridge {
    /// The name of the environment variable of the test runner that selects a bridge.
    ///
    /// Set the variable to run the same tests over another bridge.
    static let variable = "TRACKPROOF_EXAMPLE_BRIDGE"

    /// Returns the bridge that the variable names, or `automatic` if the variable is not set or is empty.
    static func ofEnvironment(_ environment: [String: String] = ProcessInfo.processInfo.environment) throws
        -> UITestBridge
    {
        guard let name = environment[variable], !name.isEmpty else { return .automatic }
        let names = allCases.map(\.rawValue).joined(separator: ", ")
        return try XCTUnwrap(UITestBridge(rawValue: name), "\(variable) is \(name), but must be one of \(names)")
    }
}

extension UITestSession {
    /// Checks that the session uses this bridge. Does nothing if the bridge is `automatic`.
    func expectBridge(_ expected: UITestBridge) {
        if expected != .automatic { XCTAssertEqual(bridgeDescription, expected.rawValue) }
    }
}
