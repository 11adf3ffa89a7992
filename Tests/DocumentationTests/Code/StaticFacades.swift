import Testing
import Trackproof
import TrackproofTesting

protocol PixelFiring {
    static func fire(_ name: String, parameters: [String: String])
}

struct SearchModel {
    var pixels: any PixelFiring.Type

    func search(_ text: String) {
        pixels.fire("search_started", parameters: ["length": String(text.count)])
    }
}

enum RecordingPixels: PixelFiring {
    private static let analytics = Analytics(providers: [CurrentTestRecorder()])

    static func fire(_ name: String, parameters: [String: String]) {
        analytics.track(name: name, dictionary: parameters)
    }
}

@Suite(.recordingEvents) @MainActor struct SearchTests {
    @Test func aSearchIsTracked() {
        SearchModel(pixels: RecordingPixels.self).search("cat")
        expectTracked("search_started", ["length": "3"])
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
