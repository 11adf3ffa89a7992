import SwiftUI
import Testing
import Trackproof

/// The tests of `trackScreen` in views that the stub of SwiftUI shows.
@Suite @MainActor struct TrackScreenTests {
    private let recorder = EventRecorder()
    private var analytics: Analytics { Analytics(providers: [recorder]) }

    /// A view with two screens. The button "Leave" leads from the movies to the other screen, and "Back" leads back.
    private struct Screens: View {
        @State private var showsMovies = true
        @State private var count = 8

        var body: some View {
            if showsMovies {
                VStack {
                    Text("\(count) movies").accessibilityIdentifier("count")
                    Button("More") { count += 1 }.accessibilityIdentifier("more")
                    Button("Leave") { showsMovies = false }.accessibilityIdentifier("leave")
                }
                .trackScreen("movies", ["count": count])
            } else {
                Button("Back") { showsMovies = true }.accessibilityIdentifier("back")
            }
        }
    }

    private func tracked() -> [Event] { recorder.events.map(\.event) }

    @Test func aShownViewIsTrackedThroughTheEnvironmentsFacade() {
        let host = ViewHost(Screens().environment(\.analytics, analytics))
        #expect(host.element("count")?.text == "8 movies")
        #expect(tracked() == [.screen("movies", ["count": 8])])
    }

    @Test func aScreenWithoutParametersIsTrackedWithNone() {
        _ = ViewHost(Text("Welcome").trackScreen("login").environment(\.analytics, analytics))
        #expect(tracked() == [.screen("login")])
    }

    @Test func aViewThatStaysIsNotTrackedAgain() {
        let host = ViewHost(Screens().environment(\.analytics, analytics))
        host.draw()
        host.repeatAppearances()
        host.element("more")?.press()
        host.repeatAppearances()
        #expect(host.element("count")?.text == "9 movies")
        #expect(tracked().count == 1)
    }

    @Test func aViewIsTrackedAgainAfterAnotherCoveredIt() {
        let host = ViewHost(Screens().environment(\.analytics, analytics))
        host.element("more")?.press()
        host.cover()
        #expect(host.element("count") == nil)
        #expect(tracked().count == 1)
        host.uncover()
        host.repeatAppearances()
        #expect(host.element("count")?.text == "9 movies")
        #expect(tracked() == [.screen("movies", ["count": 8]), .screen("movies", ["count": 9])])
    }

    @Test func aReturningViewIsTrackedWithItsCurrentParameters() {
        let host = ViewHost(Screens().environment(\.analytics, analytics))
        host.element("more")?.press()
        host.element("leave")?.press()
        #expect(host.element("count") == nil)
        host.element("back")?.press()
        #expect(tracked() == [.screen("movies", ["count": 8]), .screen("movies", ["count": 9])])
    }

    @Test func aViewWithAnotherIDIsAnotherScreen() {
        struct Details: View {
            @State private var id = 301
            var body: some View {
                Button("Next") { id += 1 }
                    .accessibilityIdentifier("next")
                    .trackScreen("details", ["id": id])
                    .id(id)
            }
        }
        let host = ViewHost(Details().environment(\.analytics, analytics))
        host.element("next")?.press()
        #expect(tracked() == [.screen("details", ["id": 301]), .screen("details", ["id": 302])])
    }

    @Test func nothingIsTrackedWithoutAFacade() {
        let host = ViewHost(Screens())
        #expect(host.element("count") != nil)
        #expect(tracked().isEmpty)
    }

    @Test func aViewUsesTheNearestFacade() {
        let other = EventRecorder()
        _ = ViewHost(
            VStack {
                Text("in").trackScreen("inner").environment(\.analytics, Analytics(providers: [other]))
                Text("out").trackScreen("outer")
            }
            .environment(\.analytics, analytics))
        #expect(tracked() == [.screen("outer")])
        #expect(other.events.map(\.event) == [.screen("inner")])
    }
}
