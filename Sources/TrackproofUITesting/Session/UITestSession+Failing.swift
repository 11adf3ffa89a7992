import TrackproofAssertions
import Foundation
import TrackproofPlatform

// XCTest may never return from a failure, so an assertion reports its failure last.
extension UITestSession {
    /// Runs the code of an assertion, and then reports all problems together as one failure.
    ///
    /// - Parameters:
    ///   - body: The code of the assertion.
    ///   - close: Code that runs after `body` and before the failure is reported.
    func assert(at site: CallSite, _ body: () -> Void, closing close: () -> Void = {}) {
        let recorder = recorder
        recorder.collectFailures()
        body()
        collectLosses(at: site)
        announceLosses()
        var late = takeLateFailure()
        if let (_, message) = late, recorder.hasCollectedFailures {
            recorder.fail(message, at: site)
            late = nil
        }
        attachOnFailure(at: site)
        close()
        recorder.reportCollectedFailures(stopping: !hasEndedTest)
        if let (test, message) = late { test.fail(message, at: site, stopping: false) }
    }

    /// Returns the previous test's failure for events that arrived late and that no assertion has checked.
    ///
    /// `nil` if there are no such events, or if an earlier call has returned the failure.
    private func takeLateFailure() -> (test: TestRecorder, message: String)? {
        guard let test = previous, let message = test.takeProblems(isExhaustive: isExhaustive) else { return nil }
        previous = nil
        return (test, "after \(test.testName) had ended: \(message)")
    }

    /// Attaches all events at the first failure, and again at the end of the test if further events have arrived.
    private func attachOnFailure(at site: CallSite) {
        let count = recorder.eventCount
        guard recorder.hasFailed, attachedCount != count else { return }
        if attachedCount != nil, !hasEndedTest { return }
        if attachedCount == nil { attachScreenshot(at: site) }
        attachedCount = count
        recorder.attachEvents(at: site)
    }

    /// Attaches a picture of the screen to the test's report, and adds the picture to the reports of `trackproof run`.
    ///
    /// If the driver cannot take a picture, the method attaches the reason instead. The test's failure message does not
    /// change.
    private func attachScreenshot(at site: CallSite) {
        do {
            guard let png = try app.screenshot() else { return }
            recorder.reporter.attach(png, named: "screenshot.png", at: site)
            try ScreenshotFolder.add(png, of: recorder.testName)
        } catch {
            recorder.attach("\(error)\n", named: "screenshot-error.txt", at: site)
        }
    }
}

/// The folder for pictures of the screen at failures. `trackproof run` shows these pictures in its reports.
enum ScreenshotFolder {
    /// Adds a picture. Does nothing if `trackproof run` has not set `TRACKPROOF_SCREENSHOTS`, the path of the folder.
    ///
    /// The name of the picture's file consists of the test's name, with escapes as in a URL, and a unique part.
    ///
    /// - Parameter png: The bytes of a PNG file.
    static func add(_ png: [UInt8], of test: String) throws {
        guard let folder = Platform.environment(EnvironmentVariable.screenshots), !folder.isEmpty else { return }
        let allowed = CharacterSet.alphanumerics.intersection(CharacterSet(charactersIn: "\u{0}"..."\u{7F}"))
            .union(CharacterSet(charactersIn: "-_()"))
        let short = String(String.UnicodeScalarView(test.unicodeScalars.prefix(60)))
        let name = short.addingPercentEncoding(withAllowedCharacters: allowed) ?? "test"
        // A file's name can have at most 255 bytes. The name of the test takes up to 200 bytes of them.
        let unique = UUID().uuidString.prefix(8)
        let file = URL(fileURLWithPath: folder).appendingPathComponent("\(name.prefix(200)).\(unique).png")
        try Data(png).write(to: file, options: .withoutOverwriting)
    }
}
