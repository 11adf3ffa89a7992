/// Whether the two frameworks pass failures on to each other (ST-0021, from Swift 6.4 on).
///
/// The modes `limited`, `complete` and `strict` differ in how Swift Testing handles a failure of XCTest: as a warning,
/// as a failure, or by ending the process. In each of them, XCTest treats an issue of Swift Testing as a failure. So a
/// failure goes only to Swift Testing if interoperation is on, and to both frameworks if it is off.
struct Interoperation: Equatable {
    /// Whether an issue of Swift Testing fails a test of XCTest.
    let isOn: Bool

    /// The variable that chooses the mode of a run.
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

    /// The frameworks to which a failure goes if it is not known which of them runs the test. XCTest is last, because
    /// the call may never return.
    var reportingFrameworks: [TestFramework] { isOn ? [.swiftTesting] : [.swiftTesting, .xcTest] }
}
