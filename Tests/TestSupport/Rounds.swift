import Foundation

/// Returns how many random inputs a property test tries.
///
/// `make test` tries few, so that it takes minutes. `make test-deep` sets the variable `TRACKPROOF_DEEP` and tries many.
///
/// ```swift
/// for seed in 0..<rounds(20, deep: 2_000) { … }
/// ```
public func rounds(_ usual: Int, deep: Int) -> Int { isDeep ? deep : usual }

private let isDeep = !ProcessInfo.processInfo.environment["TRACKPROOF_DEEP", default: ""].isEmpty
