/// Whether Swift Testing and XCTest pass failures on to each other (proposal ST-0021, from Swift 6.4 on).
///
/// The environment variable `SWIFT_TESTING_XCTEST_INTEROP_MODE` sets the mode. If a test of Swift Testing calls a
/// function such as `XCTFail`, the mode decides what happens:
/// - In the mode `limited`, Swift Testing reports a warning.
/// - In the mode `complete`, Swift Testing reports a failure.
/// - In the mode `strict`, Swift Testing ends the process.
///
/// In all three modes, an issue of Swift Testing fails a test of XCTest. So if Trackproof does not know which framework
/// runs the test, it reports a failure only to Swift Testing. In the mode `none`, and before Swift 6.4, Trackproof
/// reports such a failure to both frameworks.
struct Interoperation: Equatable {
    /// Whether an issue of Swift Testing fails a test of XCTest.
    let isOn: Bool

    /// The environment variable that sets the mode.
    static let variable = "SWIFT_TESTING_XCTEST_INTEROP_MODE"

    /// - Parameters:
    ///   - isAvailable: Whether the toolchain has interoperation.
    ///   - mode: The value of ``variable``. Only `none` turns interoperation off.
    init(isAvailable: Bool, mode: String?) {
        isOn = isAvailable && mode != "none"
    }

    /// Whether the toolchain that builds this code has interoperation.
    static var isAvailable: Bool {
        #if compiler(>=6.4)
            true
        #else
            false
        #endif
    }

    /// The frameworks that receive a failure if it is unknown which framework runs the test.
    ///
    /// XCTest is last, because a call that fails a test of XCTest may never return.
    var reportingFrameworks: [TestFramework] { isOn ? [.swiftTesting] : [.swiftTesting, .xcTest] }
}
