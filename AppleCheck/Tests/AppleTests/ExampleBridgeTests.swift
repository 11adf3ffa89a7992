import Testing
import TrackproofUITesting
import XCTest

@testable import iOSAppUITests

/// The tests of `TRACKPROOF_EXAMPLE_BRIDGE`, which chooses the bridge for all UI tests of the example.
@Suite struct ExampleBridgeTests {
    private static let variable = "TRACKPROOF_EXAMPLE_BRIDGE"

    @Test(arguments: UITestBridge.allCases)
    func aNameChoosesABridge(bridge: UITestBridge) throws {
        #expect(try UITestBridge.ofEnvironment([Self.variable: bridge.rawValue]) == bridge)
    }

    @Test(arguments: [[:], [variable: ""]])
    func theAutomaticBridgeIsTheDefault(environment: [String: String]) throws {
        #expect(try UITestBridge.ofEnvironment(environment) == .automatic)
    }

    @Test func anUnknownNameIsReported() {
        let error = #expect(throws: StubFailure.self) {
            try UITestBridge.ofEnvironment([Self.variable: "pigeon"])
        }
        #expect(
            error?.message == """
                TRACKPROOF_EXAMPLE_BRIDGE is pigeon, but must be one of automatic, tcp, file, accessibility, \
                pasteboard, alert
                """)
    }
}
