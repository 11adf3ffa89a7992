import Foundation
import XCTest

/// Whether the tests of this target run.
///
/// Each of these tests must fail. `scripts/check-failures.sh` runs these tests in their own process, and fails if one
/// of them passes.
let mustFail = ProcessInfo.processInfo.environment["TRACKPROOF_MUST_FAIL"] != nil

extension XCTestCase {
    /// Returns whether the name of the test's method ends with `suffix`. On Darwin, ``name`` is `-[Case method]`.
    func isNamed(endingWith suffix: String) -> Bool { name.hasSuffix(suffix) || name.hasSuffix(suffix + "]") }
}
