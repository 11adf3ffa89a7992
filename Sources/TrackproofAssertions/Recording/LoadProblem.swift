import TrackproofPlatform

/// A problem with the way in which the test bundle was linked or loaded. It fails each test that has a recorder.
package enum LoadProblem {
    private static let state = Lock<String?>(nil)

    /// The message about the problem; `nil` if there is no problem.
    package static var message: String? { state.withLock { $0 } }

    /// Notes the images that contain a copy of the module `Trackproof`.
    ///
    /// If there are several copies, the app and its tests use different types: the facade of the app does not recognize
    /// the recorder of the test, and no event reaches the test.
    package static func noteCopies(in images: [String]) { state.withLock { $0 = message(aboutCopiesIn: images) } }

    static func message(aboutCopiesIn images: [String]) -> String? {
        if images.count < 2 { return nil }
        return """
            Trackproof is linked \(images.count) times, so the events of the app do not reach the tests: in \
            \(images.joined(separator: " and in "))
            link it only once: let the test target get Trackproof from the framework or the app under test, or build \
            Trackproof as a dynamic library that both use; do not set DISABLE_DIAMOND_PROBLEM_DIAGNOSTIC
            """
    }
}
