import DesktopDriver
import DesktopUITesting
import Testing

/// The app that does what a test says, on a desktop of the test's own.
final class SurfaceOnDesktop {
    let desktop: Desktop
    let app: DesktopAppUnderTest

    /// The app, started without a session.
    static func launched() throws -> SurfaceOnDesktop {
        let surface = try SurfaceOnDesktop()
        try surface.app.launch(arguments: [], environment: [:])
        return surface
    }

    /// The app, not started yet.
    init() throws {
        desktop = try Desktop()
        app = try DesktopAppUnderTest(path(ofProduct: "surface-fixture"), on: desktop)
    }

    func run(_ command: String) throws {
        try app.application["command"].type(command)
        try app.application["run"].press()
    }

    /// Waits until the app has written this.
    func waitForLog(_ text: String) throws {
        try app.application["log"].waitForText(text, within: timeout)
    }

    /// Waits until the app has put this text on the pasteboard, or put it there again.
    func waitForPasteboard(_ text: String) async throws {
        let changes = Changes()
        let observation = desktop.observe { changes.note() }
        try #require(try await changes.wait { try app.pasteboardText() == text })
        withExtendedLifetime(observation) {}
    }

    func value(_ id: String) throws -> String? { try app.value(ofElement: id) }
}

/// How long a test waits for what must come: it only takes that long where something is broken.
let timeout = Duration.seconds(20)

/// Tells a test of the changes that a driver observes, one at a time.
final class Changes: Sendable {
    private let stream: AsyncStream<Void>
    private let continuation: AsyncStream<Void>.Continuation

    init() { (stream, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1)) }

    func note() { continuation.yield() }

    /// Looks at once and after each change; false where `isThere` holds at no time within the timeout.
    func wait(until isThere: () throws -> Bool) async throws -> Bool {
        if try isThere() { return true }
        let limit = Task { [continuation] in
            try await Task.sleep(for: timeout)
            continuation.finish()
        }
        defer { limit.cancel() }
        for await _ in stream where try isThere() { return true }
        return false
    }
}
