#ifndef TRACKPROOF_XCTEST_LOAD_H
#define TRACKPROOF_XCTEST_LOAD_H

/// Adds the observer of XCTest's test cases. Written in Swift, in TrackproofXCTest.
void trackproof_observe_test_cases(void);

#endif
