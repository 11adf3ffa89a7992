import Foundation
import Testing
import Trackproof
import TrackproofTesting
import TrackproofUITesting
import XCTest

/// UI tests of the demo app, which runs as another process. The session gives the recorder its mistakes.
final class UIXCSamples: XCTestCase {
    override func setUpWithError() throws { if !Samples.areOn { throw XCTSkip("only for trackproof mutate") } }

    func testTheWalk() throws {
        let app = try XCTUnwrap(ProcessInfo.processInfo.environment["MUTATION_SAMPLES_APP"])
        let session = try UITestSession.launch(ProcessUnderTest(app, []), exhaustively: false, test: self)
        session.expectTracked("purchase", including: ["price": 19.99])
        session.expectTracked("authorization", including: ["success": true], times: 1)
    }
}

/// The same for Swift Testing.
@Suite(.recordingEvents, .enabled(if: Samples.areOn)) struct UISwiftSamples {
    @Test func theWalk() throws {
        let app = try #require(ProcessInfo.processInfo.environment["MUTATION_SAMPLES_APP"])
        let session = try UITestSession.launch(
            ProcessUnderTest(app, []), timeout: .seconds(3), exhaustively: false)
        session.expectTracked("purchase", including: ["price": 19.99])
        session.finish()
    }
}
