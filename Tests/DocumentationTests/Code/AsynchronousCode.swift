import Dispatch
import Testing
import Trackproof
import TrackproofTesting

/// The code under test. It gets an answer later, on another thread.
struct SearchViewModel {
    let analytics: Analytics

    func search(_ text: String) {
        analytics.track(name: "search_started")
        DispatchQueue.global().async {
            analytics.track(name: "search_finished", ["results": text.count])
        }
    }
}

@Suite(.recordingEvents) @MainActor struct SearchViewModelTests {
    let viewModel = SearchViewModel(analytics: .recording())

    @Test func theAnswerIsTracked() async {
        viewModel.search("daredevil")
        expectTracked("search_started")
        await expectTracked("search_finished", ["results": 9], within: .seconds(5))
    }

    @Test func bothInOrder() async {
        await expectEvents(
            .event("search_started"), .event("search_finished", ["results": .anyInteger]), within: .seconds(5)
        ) {
            viewModel.search("daredevil")
        }
    }

    @Test func aDetachedTask() async {
        let (recorder, analytics) = (TestRecorder.current, viewModel.analytics)
        await Task.detached {
            analytics.track(name: "cache_warmed")
            expectTracked("cache_warmed", in: recorder)
        }.value
    }
}

final class SearchViewModelXCTests: RecordingTestCase {
    func testTheAnswerIsTracked() {
        SearchViewModel(analytics: .recording()).search("daredevil")
        expectTracked("search_started")
        expectTracked("search_finished", ["results": 9], within: .seconds(5))
    }
}
