import Testing
import Trackproof
import TrackproofTesting
import XCTest

protocol PixelFiring {
    static func fire(_ name: String, parameters: [String: String])
}

struct SearchModel {
    var pixels: any PixelFiring.Type

    func search(_ text: String) {
        if text.isEmpty { return }
        pixels.fire("search_started", parameters: ["length": String(text.count)])
    }
}

enum RecordingPixels: PixelFiring {
    nonisolated static let analytics = Analytics()

    static func fire(_ name: String, parameters: [String: String]) {
        analytics.track(name: name, dictionary: parameters)
    }
}

@Suite(.recordingEvents(of: RecordingPixels.analytics)) @MainActor struct SearchTests {
    @Test func aSearchIsTracked() {
        SearchModel(pixels: RecordingPixels.self).search("cat")
        expectTracked("search_started", ["length": "3"])
    }

    @Test func anEmptySearchIsNotTracked() {
        SearchModel(pixels: RecordingPixels.self).search("")
        expectNothingElse()
    }
}

final class SearchXCTests: RecordingTestCase {
    override func setUp() {
        RecordingPixels.analytics.addProvider(CurrentTestRecorder())
    }

    func testAnEmptySearchIsNotTracked() {
        SearchModel(pixels: RecordingPixels.self).search("")
        expectNothingElse()
    }
}

struct PixelMapping<Pixel> {
    let fire: (Pixel) -> Void
}

enum LoginPixel: String { case shown, succeeded }

@Suite(.recordingEvents) @MainActor struct PixelMappingTests {
    private let analytics = Analytics.recording()

    @Test func aLoginIsTracked() {
        let pixels = PixelMapping<LoginPixel> { [analytics] in analytics.track(name: $0.rawValue) }
        pixels.fire(.succeeded)
        expectTracked("succeeded")
    }
}
