import DesktopDriver
import DesktopUITesting
import Testing

/// Tests of elements that compose their values when a test reads them.
@Suite struct ElementTests {
    @Test func aValueIsComposedWhenItIsRead() throws {
        let surface = try SurfaceOnDesktop.launched()
        #expect(try surface.value("element-1") == nil)
        try surface.run("elements 1")
        #expect(try surface.value("element-1") == "element-1, read 1")
        #expect(try surface.value("element-1") == "element-1, read 2")
        #expect(try surface.app.application["element-1"].accessibleDescription == "element-1, read 3")
        #expect(try surface.app.application["element-1"].states.isDisjoint(with: [.showing, .visible]))
        #expect(surface.app.exitDescription == nil)
        #expect(try surface.app.application.output == "")
    }

    @Test func aChangeNotifiesObservers() async throws {
        let surface = try SurfaceOnDesktop.launched()
        let changes = Changes()
        #expect(surface.app.observeChanges { changes.note() })
        try surface.run("text-later changed")
        #expect(try surface.value("text") == "not yet")
        #expect(try await changes.wait { try surface.value("text") == "changed" })
    }

    @Test func aChangeReadsTheValueOnce() throws {
        let surface = try SurfaceOnDesktop.launched()
        try surface.run("elements 2")
        try surface.run("change element-2")
        try surface.run("reads element-2")
        try surface.waitForLog("1 reads")
        try surface.run("reads element-1")
        try surface.waitForLog("0 reads")
        try surface.run("change nothing")
        #expect(try surface.app.application.output == "")
    }

    @Test func readsAHundredElements() throws {
        let surface = try SurfaceOnDesktop.launched()
        try surface.run("elements 100")
        for number in 1...100 { #expect(try surface.value("element-\(number)") == "element-\(number), read 1") }
        // Reading an element that does not exist returns `nil`, and does not affect other elements.
        #expect(try surface.value("element-101") == nil)
        #expect(try surface.value("element-7") == "element-7, read 2")
        #expect(try surface.app.application.output == "")
    }

    @Test func elementsStayWhenTheScreenChanges() throws {
        let surface = try SurfaceOnDesktop.launched()
        try surface.run("elements 2")
        #expect(try surface.value("element-1") == "element-1, read 1")
        try surface.run("screen second")
        #expect(try surface.value("element-1") == "element-1, read 2")
        #expect(try surface.value("element-2") == "element-2, read 1")
        // Each screen has its own element with the id `of-screen`, which disappears together with the screen.
        #expect(try surface.value("of-screen") == "second")
        try surface.run("screen third")
        #expect(try surface.value("of-screen") == "third")
        #expect(try surface.value("element-1") == "element-1, read 3")
        #expect(try surface.app.application.output == "")
    }

    @Test(arguments: [0, 16_384, 1 << 20])
    func readsALongValue(bytes: Int) throws {
        let surface = try SurfaceOnDesktop.launched()
        try surface.run("sized \(bytes)")
        #expect(try surface.value("sized") == String(repeating: "é", count: bytes / 2))
    }

    @Test func readsEveryKindOfText() throws {
        let surface = try SurfaceOnDesktop.launched()
        let text = [
            "plain \"quoted\" \\ {}", "\t\u{1}\u{7F}\u{80}\u{9F}", "é e\u{301}", "語", "🎬👩‍👩‍👧‍👦", "שלום",
            "\u{200E}\u{202E}\u{FEFF}\u{2028}", "\u{FFFD}", "\u{D7FF}\u{E000}\u{10FFFD}",
            // Swift has no literals for these characters.
            [0xFFFE, 0xFFFF, 0xFDD0, 0x10_FFFF].compactMap(Unicode.Scalar.init).map { String($0) }.joined(),
        ].joined(separator: " ")
        try surface.run("text \(text)")
        #expect(try surface.value("text").map { Array($0.utf8) } == Array(text.utf8))
    }
}
