#ifndef TRACKPROOF_XCTEST_LOAD_H
#define TRACKPROOF_XCTEST_LOAD_H

/// Adds the observer of XCTest's test cases. `TrackproofXCTest` implements this function in Swift.
void trackproof_observe_test_cases(void);

#endif
