import Foundation
import TrackproofUITesting
import XCTest

extension UITestBridge {
    /// The variable of the test runner that names a bridge, so that all tests can be run with each.
    static let variable = "TRACKPROOF_EXAMPLE_BRIDGE"

    /// The bridge that the variable names, or the best one if it is not set.
    static func ofEnvironment(_ environment: [String: String] = ProcessInfo.processInfo.environment) throws
        -> UITestBridge
    {
        guard let name = environment[variable], !name.isEmpty else { return .automatic }
        let names = allCases.map(\.rawValue).joined(separator: ", ")
        return try XCTUnwrap(UITestBridge(rawValue: name), "\(variable) is \(name), but must be one of \(names)")
    }
}

extension UITestSession {
    /// Expects that the events come over this bridge, if it is a certain one.
    func expectBridge(_ expected: UITestBridge) {
        if expected != .automatic { XCTAssertEqual(bridgeDescription, expected.rawValue) }
    }
}
