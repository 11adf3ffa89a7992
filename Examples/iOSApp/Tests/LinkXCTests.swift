import Foundation
import Trackproof
import TrackproofTesting
import XCTest

@testable import iOSApp

/// The same tests in XCTest.
final class LinkXCTests: RecordingTestCase {
    @MainActor func testALinkToAScreenIsTracked() throws {
        let links = LinkModel(analytics: .recording())
        XCTAssertTrue(links.open(try XCTUnwrap(URL(string: "trackproof-demo://points"))) != nil)
        expectTracked(LinkEvent.linkOpened(screen: "points", isKnown: true))
    }

    @MainActor func testALinkToNoScreenIsTracked() throws {
        let links = LinkModel(analytics: .recording())
        XCTAssertTrue(links.open(try XCTUnwrap(URL(string: "trackproof-demo://cellar"))) == nil)
        expectTracked("link_opened", including: ["is_known": false])
    }
}
