import CGtk
import Foundation
import Testing

@testable import DesktopDriver

@Suite struct DesktopTests {
    @Test func desktopsAreIndependent() async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 1...4 {
                group.addTask {
                    let app = try Desktop().launch(Products.fixture)
                    try app["name-entry"].type("user \(number)")
                    try app["greet-button"].press()
                    try app["status-label"].waitForText("Hello, user \(number)!", within: .seconds(10))
                }
            }
            try await group.waitForAll()
        }
    }

    @Test func twoAppsShareADesktop() throws {
        let desktop = try Desktop()
        let first = try desktop.launch(Products.fixture)
        let second = try desktop.launch(Products.fixture)
        try first["name-entry"].type("first")
        try second["name-entry"].type("second")
        #expect(try first["name-entry"].text == "first")
        first.kill()
        #expect(try second["name-entry"].text == "second")
    }

    @Test func launchPassesArgumentsAndEnvironmentAndKeepsOutput() throws {
        let desktop = try Desktop()
        let app = try desktop.launch(
            Products.fixture, arguments: ["--what is this"], environment: ["G_MESSAGES_DEBUG": "all"])
        #expect(app.output.contains("unknown option: --what is this"))
        let variables = try #require(FileManager.default.contents(atPath: "/proc/\(app.processID)/environ"))
        #expect(variables.split(separator: 0).contains { $0.elementsEqual("G_MESSAGES_DEBUG=all".utf8) })
        #expect(desktop.log.contains("Successfully activated service 'org.a11y.Bus'"))
    }

    @Test func theClipboardKeepsAndClearsText() throws {
        let desktop = try Desktop()
        let clipboard = desktop.clipboard
        #expect(try clipboard.read() == nil)
        try clipboard.write("naïve\n")
        #expect(try clipboard.read() == "naïve\n")
        try clipboard.write("naïve\n")
        #expect(try clipboard.read() == "naïve\n")
        let long = String(repeating: "0123456789abcdé\n", count: 50_000)
        try clipboard.write(long)
        #expect(try clipboard.read() == long)
        try clipboard.clear()
        #expect(try clipboard.read() == nil)
        try clipboard.write("")
        #expect(try clipboard.read() == "")
        let other = try Desktop()
        #expect(try other.clipboard.read() == nil)
    }

    /// Tests that the observer is called at each change of the clipboard's owner.
    @Test func clipboardChangesAreObserved() throws {
        let desktop = try Desktop()
        let count = Monitor(0)
        let observation = desktop.observe { count.change { $0 += 1 } }
        func changes(_ body: () throws -> Void) throws -> Bool {
            let before = count.read { $0 }
            try body()
            return count.wait(until: Deadline(after: .seconds(10))) { $0 > before ? true : nil } ?? false
        }
        #expect(try changes { try desktop.clipboard.write("first") })
        #expect(try changes { try desktop.clipboard.write("second") })
        #expect(try changes { try desktop.clipboard.clear() })
        withExtendedLifetime(observation) {}
    }

    @Test func aReleasedObservationIsNotCalled() throws {
        let activity = Activity()
        let count = Monitor(0)
        var first: Observation? = activity.observe { count.change { $0 += 1 } }
        let second = activity.observe { count.change { $0 += 10 } }
        activity.note()
        #expect(count.read { $0 } == 11)
        withExtendedLifetime(first) {}
        first = nil
        activity.note()
        #expect(count.read { $0 } == 21)
        withExtendedLifetime(second) {}
    }

    /// Tests that a write of the same text also waits for a new owner, and that the previous owner has ended by then.
    @Test func rewritingTheClipboardReplacesItsOwner() throws {
        let desktop = try Desktop()
        let app = try desktop.launch(Products.fixture)
        for _ in 1...5 {
            try desktop.clipboard.write("same")
            #expect(try desktop.clipboard.read() == "same")
        }
        let processes = try DesktopProcesses(of: app.processID)
        #expect(try processes.running.count { processes.program(of: $0) == "xclip" } == 1)
        try desktop.clipboard.clear()
        #expect(try !processes.programs.contains("xclip"))
    }

    /// Tests a screenshot, which GDK reads. The display is black outside of the window.
    @Test func theScreenshotShowsTheDisplay() throws {
        let desktop = try Desktop(width: 400, height: 301)
        let app = try desktop.launch(Products.fixture)
        try app["greet-button"].press()
        let bytes = try desktop.screenshot()
        let loader = try #require(gdk_pixbuf_loader_new())
        defer { g_object_unref(loader) }
        #expect(gdk_pixbuf_loader_write(loader, bytes, gsize(bytes.count), nil) == 1)
        #expect(gdk_pixbuf_loader_close(loader, nil) == 1)
        let picture = try #require(gdk_pixbuf_loader_get_pixbuf(loader))
        #expect(gdk_pixbuf_get_width(picture) == 400)
        #expect(gdk_pixbuf_get_height(picture) == 301)
        let pixels = try #require(gdk_pixbuf_read_pixels(picture))
        let row = Int(gdk_pixbuf_get_rowstride(picture))
        func pixel(_ x: Int, _ y: Int) -> [UInt8] { (0..<3).map { pixels[y * row + x * 3 + $0] } }
        #expect(pixel(399, 300) == [0, 0, 0])
        #expect(bytes.count < 100_000)
        Attachment.record(bytes, named: "desktop.png")
    }

    @Test func aDesktopThatCannotStartReportsWhy() {
        #expect {
            try Desktop(width: 0, height: 0)
        } throws: { error in
            // The end of the message depends on the version of Xvfb.
            "\(error)".hasPrefix("Xvfb did not start: it ") && "\(error)".contains("; last output:\n")
        }
    }
}
