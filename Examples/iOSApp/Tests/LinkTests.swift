import Foundation
import Testing
import Trackproof
import TrackproofTesting

@testable import iOSApp

/// Unit tests of a model in the app's module. They run in the app.
@Suite(.recordingEvents) @MainActor struct LinkTests {
    private let links = LinkModel(analytics: .recording())

    @Test func aLinkToAScreenIsTracked() throws {
        #expect(links.open(try #require(URL(string: "trackproof-demo://movies"))) != nil)
        expectTracked(LinkEvent.linkOpened(screen: "movies", isKnown: true))
    }

    @Test(arguments: ["trackproof-demo://", "trackproof-demo://cellar", "mailto:matt@example.com"])
    func aLinkToNoScreenIsTracked(link: String) throws {
        #expect(links.open(try #require(URL(string: link))) == nil)
        expectTracked("link_opened", including: ["is_known": false])
    }
}
