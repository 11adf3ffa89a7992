import Trackproof
import TrackproofTesting

/// Returns the line of `assertion`, which must be on the same line as the call.
func line<Result>(of assertion: Result, _ line: Int = #line) -> Int { line }

/// Tracks events with a facade of the running test.
func track(_ events: Event...) { track(events) }

func track(_ events: [Event]) {
    let analytics = Analytics.recording()
    for event in events { analytics.track(event) }
}
