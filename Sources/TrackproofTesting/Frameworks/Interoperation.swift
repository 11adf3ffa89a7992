/// Whether XCTest and Swift Testing tell each other of failures (ST-0021, from Swift 6.4 on).
enum Interoperation: Equatable {
    /// What one framework is told outside of its own tests is lost.
    case none
    /// It is a warning of the other framework.
    case limited
    /// It is a failure of the other framework; `strict` ends the process if XCTest is told in a test of Swift Testing.
    case complete

    /// The variable that chooses the mode of a run.
    static let variable = "SWIFT_TESTING_XCTEST_INTEROP_MODE"

    /// - Parameters:
    ///   - isAvailable: Whether the toolchain has it at all.
    ///   - mode: What ``variable`` says. Anything but the names of the modes is `complete`.
    init(isAvailable: Bool, mode: String?) {
        switch (isAvailable, mode) {
        case (false, _), (true, "none"): self = .none
        case (true, "limited"): self = .limited
        case (true, _): self = .complete
        }
    }

    /// Whether the toolchain that builds this has it.
    static var isAvailable: Bool {
        #if compiler(>=6.4)
            true
        #else
            false
        #endif
    }

    /// The frameworks that are to be told a failure if it is not known which of them runs the test. XCTest is the last,
    /// since it may never return.
    var toldFrameworks: [TestFramework] {
        switch self {
        // The framework that does not run the test passes over it, or makes it a warning.
        case .none, .limited: [.swiftTesting, .xcTest]
        // Each would tell the other: the failure would be there twice.
        case .complete: [.swiftTesting]
        }
    }
}
