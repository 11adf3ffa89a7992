import Foundation
import Trackproof
import XCTest

/// Whether the tests of this target run.
///
/// Each of these tests must fail. `scripts/check-failures.sh` runs these tests in their own process, and fails if one
/// of them passes.
let mustFail = ProcessInfo.processInfo.environment["TRACKPROOF_MUST_FAIL"] != nil

/// Runs `body` on a dispatch queue, and returns when `body` has ended.
func onQueue(_ body: @escaping @Sendable () -> Void) async {
    await withCheckedContinuation { done in
        DispatchQueue(label: "elsewhere").async {
            body()
            done.resume()
        }
    }
}

/// An event with a value that cannot be encoded.
struct Unencodable: AnalyticsEvent {
    struct Value: Encodable, Error {
        func encode(to encoder: any Encoder) throws { throw self }
    }
    var value = Value()
}

extension XCTestCase {
    /// Returns whether the name of the test's method ends with `suffix`. On Darwin, ``name`` is `-[Case method]`.
    func isNamed(endingWith suffix: String) -> Bool { name.hasSuffix(suffix) || name.hasSuffix(suffix + "]") }
}
