import Foundation
import Testing

/// The entry point of the tests. It replaces SwiftPM's generated code, which needs more of XCTest than the stub has.
@main
enum TestMain {
    /// Runs the tests with a main run loop, as in an app.
    ///
    /// Without the run loop, the code of the main actor would not run on the main thread.
    static func main() {
        Task { await Testing.__swiftPMEntryPoint() as Never }
        RunLoop.main.run(until: .distantFuture)
    }
}
