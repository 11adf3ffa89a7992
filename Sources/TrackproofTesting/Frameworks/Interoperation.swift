/// Whether the two frameworks pass failures on to each other (ST-0021, from Swift 6.4 on).
///
/// The modes `limited`, `complete` and `strict` differ in what Swift Testing makes of XCTest's failures: a warning, a
/// failure, or the end of the process. In each of them XCTest takes an issue of Swift Testing for a failure. So a failure
/// goes to Swift Testing alone if interoperation is on, and to both frameworks if it is off.
struct Interoperation: Equatable {
    /// Whether an issue of Swift Testing fails a test of XCTest.
    let isOn: Bool

    /// The variable that chooses the mode of a run.
    static let variable = "SWIFT_TESTING_XCTEST_INTEROP_MODE"

    /// - Parameters:
    ///   - isAvailable: Whether the toolchain has interoperation at all.
    ///   - mode: What ``variable`` says. Only `none` turns it off.
    init(isAvailable: Bool, mode: String?) {
        isOn = isAvailable && mode != "none"
    }

    /// Whether the toolchain that builds this has interoperation.
    static var isAvailable: Bool {
        #if compiler(>=6.4)
            true
        #else
            false
        #endif
    }

    /// The frameworks to which a failure goes if it is not known which of them runs the test. XCTest is the last, since
    /// it may never return.
    var toldFrameworks: [TestFramework] { isOn ? [.swiftTesting] : [.swiftTesting, .xcTest] }
}
