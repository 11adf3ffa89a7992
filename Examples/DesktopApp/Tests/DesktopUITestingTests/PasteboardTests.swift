import DesktopDriver
import DesktopUITesting
import Testing

/// Tests of an app that puts a text on the pasteboard, and that is notified when another app replaces the text.
@Suite struct PasteboardTests {
    @Test func aTextIsReadAndCleared() async throws {
        let surface = try SurfaceOnDesktop.launched()
        #expect(try surface.app.pasteboardText() == nil)
        for number in 1...3 {
            try surface.run("paste naïve 🎬 \(number)")
            try await surface.waitForPasteboard("naïve 🎬 \(number)")
            #expect(try surface.app.pasteboardText() == "naïve 🎬 \(number)")
            try surface.app.clearPasteboard()
            #expect(try surface.app.pasteboardText() == nil)
            try surface.waitForLog(String(repeating: "taken, empty;", count: number))
        }
        #expect(try surface.app.application.output == "")
    }

    @Test func theNextTextAppearsOnceTheLastIsTaken() async throws {
        let surface = try SurfaceOnDesktop.launched()
        try surface.run("letters 20")
        for number in 1...20 {
            try await surface.waitForPasteboard("letter \(number)")
            try surface.app.clearPasteboard()
        }
        try surface.waitForLog("20 letters")
        #expect(try surface.app.pasteboardText() == nil)
    }

    @Test(arguments: [262_144, 1 << 20])
    func readsALongText(bytes: Int) async throws {
        let surface = try SurfaceOnDesktop.launched()
        try surface.run("paste-sized \(bytes)")
        try await surface.waitForPasteboard(String(repeating: "é", count: bytes / 2))
        try surface.app.clearPasteboard()
        try surface.waitForLog("taken, empty;")
    }

    @Test func textFromOutsideReplacesTheAppsText() async throws {
        let surface = try SurfaceOnDesktop.launched()
        try surface.run("paste letter")
        try await surface.waitForPasteboard("letter")
        try surface.desktop.clipboard.write("another")
        try surface.waitForLog("taken, not empty;")
        #expect(try surface.app.pasteboardText() == "another")
        // After an empty text is written, the pasteboard counts as empty.
        try surface.run("paste letter")
        try await surface.waitForPasteboard("letter")
        try surface.desktop.clipboard.write("")
        try surface.waitForLog("taken, not empty;taken, empty;")
    }

    @Test func aCopyInTheAppReplacesTheText() async throws {
        let surface = try SurfaceOnDesktop.launched()
        try surface.run("paste letter")
        try await surface.waitForPasteboard("letter")
        try surface.run("copy another")
        try surface.waitForLog("taken, not empty;")
        #expect(try surface.app.pasteboardText() == "another")
    }

    @Test func aTextThatIsReplacedIsNotTaken() async throws {
        let surface = try SurfaceOnDesktop.launched()
        try surface.run("paste first")
        try await surface.waitForPasteboard("first")
        try surface.run("paste second")
        try await surface.waitForPasteboard("second")
        try surface.app.clearPasteboard()
        try surface.waitForLog("taken, empty;")
    }

    /// Tests that an app can put its text back after each write of another text, and that no write fails.
    @Test func theAppPrevailsOverConcurrentWrites() async throws {
        let surface = try SurfaceOnDesktop.launched()
        try surface.run("insist letter")
        try await surface.waitForPasteboard("letter")
        for _ in 1...5 { try surface.desktop.clipboard.write("another") }
        try await surface.waitForPasteboard("letter")
    }
}
