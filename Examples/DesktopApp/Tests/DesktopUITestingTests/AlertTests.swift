import DesktopDriver
import DesktopUITesting
import Glibc
import Testing

/// Tests that the driver reads alerts completely, and dismisses them one after the other.
@Suite struct AlertTests {
    @Test func alertsAreReadAndDismissedInOrder() throws {
        let surface = try SurfaceOnDesktop.launched()
        #expect(try surface.app.textsOfAlert(withButton: "Next event") == nil)
        #expect(throws: DriverError.notFound("no alert on the screen has a button \"Next event\"")) {
            try surface.app.pressAlertButton("Next event")
        }
        try surface.run("alerts 5")
        for number in 1...5 {
            #expect(try surface.app.textsOfAlert(withButton: "Next event") == Self.texts(number))
            #expect(try surface.app.textsOfAlert(withButton: "Another") == nil)
            try surface.app.pressAlertButton("Next event")
        }
        #expect(try surface.app.textsOfAlert(withButton: "Next event") == nil)
        try surface.waitForLog("1;2;3;4;5;")
        #expect(try surface.app.application.output == "")
    }

    @Test func elementsAreReadWhileAnAlertIsShown() throws {
        let surface = try SurfaceOnDesktop.launched()
        try surface.run("elements 1")
        try surface.run("alerts 2")
        #expect(try surface.value("element-1") == "element-1, read 1")
        try surface.app.pressAlertButton("Next event")
        #expect(try surface.value("element-1") == "element-1, read 2")
        try surface.app.pressAlertButton("Next event")
        try surface.waitForLog("1;2;")
    }

    @Test func anAlertIsObserved() async throws {
        let surface = try SurfaceOnDesktop.launched()
        let changes = Changes()
        #expect(surface.app.observeChanges { changes.note() })
        try surface.run("alert-later")
        #expect(try await changes.wait { try surface.app.textsOfAlert(withButton: "Next event") == Self.texts(1) })
    }

    private static func texts(_ number: Int) -> [String] {
        ["Event \(number)", "{\"number\":\(number)}\n" + String(repeating: "é", count: 1_000)]
    }
}

/// Tests of other functions of the driver: those for the app's end, for reads before the launch, and for animations.
@Suite struct DriverTests {
    @Test func theEndOfTheAppIsObserved() async throws {
        let surface = try SurfaceOnDesktop.launched()
        let changes = Changes()
        #expect(surface.app.observeChanges { changes.note() })
        #expect(surface.app.exitDescription == nil)
        try surface.app.application.signal(SIGKILL)
        #expect(try await changes.wait { surface.app.exitDescription != nil })
        #expect(surface.app.exitDescription == "was killed by signal 9 (Killed)")
        #expect(throws: DriverError.appEnded("surface-fixture was killed by signal 9 (Killed)")) {
            try surface.app.value(ofElement: "element-1")
        }
    }

    @Test func readingBeforeTheLaunchThrows() throws {
        let app = DesktopAppUnderTest("/nowhere/app", on: try Desktop())
        #expect(app.exitDescription == nil)
        #expect(throws: DriverError.failed("the app has not been launched")) { try app.value(ofElement: "x") }
    }

    @Test func animationsAreTurnedOff() throws {
        let surface = try SurfaceOnDesktop.launched()
        try surface.run("animations")
        try surface.waitForLog("on")
        try surface.run("fast")
        try surface.run("animations")
        try surface.waitForLog("off")
    }
}
