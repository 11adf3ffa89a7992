import Foundation
import Testing

/// Runs the tests in place of the code that SwiftPM makes for it, which asks XCTest for more than the stub of it has.
@main
enum TestMain {
    /// With a main run loop, as in an app: without one the main actor would leave the main thread.
    static func main() {
        Task { await Testing.__swiftPMEntryPoint() as Never }
        RunLoop.main.run(until: .distantFuture)
    }
}
