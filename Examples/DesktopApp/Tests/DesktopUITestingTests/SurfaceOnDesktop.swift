import DesktopDriver
import DesktopUITesting
import Testing

/// The app `surface-fixture` on its own desktop. The app runs the commands of a test.
final class SurfaceOnDesktop {
    let desktop: Desktop
    let app: DesktopAppUnderTest

    /// Launches the app without a session.
    static func launched() throws -> SurfaceOnDesktop {
        let surface = try SurfaceOnDesktop()
        try surface.app.launch(arguments: [], environment: [:])
        return surface
    }

    /// Creates the desktop and the app. A test or a session launches the app later.
    init() throws {
        desktop = try Desktop()
        app = try DesktopAppUnderTest(path(ofProduct: "surface-fixture"), on: desktop)
    }

    func run(_ command: String) throws {
        try app.application["command"].type(command)
        try app.application["run"].press()
    }

    /// Waits until the log of the app has this text.
    func waitForLog(_ text: String) throws {
        try app.application["log"].waitForText(text, within: timeout)
    }

    /// Waits until this text is on the pasteboard. The pasteboard can contain other texts before that.
    func waitForPasteboard(_ text: String) async throws {
        let changes = Changes()
        let observation = desktop.observe { changes.note() }
        try #require(try await changes.wait { try app.pasteboardText() == text })
        withExtendedLifetime(observation) {}
    }

    func value(_ id: String) throws -> String? { try app.value(ofElement: id) }
}

/// The time limit of a wait for something that must happen. A wait only takes this long if there is a bug.
let timeout = Duration.seconds(20)

/// The changes that the driver reports. A test can wait for a change.
final class Changes: Sendable {
    private let stream: AsyncStream<Void>
    private let continuation: AsyncStream<Void>.Continuation

    init() { (stream, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1)) }

    func note() { continuation.yield() }

    /// Calls `isThere` immediately and after each change, until `isThere` returns `true`.
    ///
    /// - Returns: `false` if `isThere` has not returned `true` within `timeout`.
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
