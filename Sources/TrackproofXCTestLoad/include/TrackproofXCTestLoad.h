#ifndef TRACKPROOF_XCTEST_LOAD_H
#define TRACKPROOF_XCTEST_LOAD_H

// The module declares nothing for Swift. When it is loaded, it calls `trackproof_observe_test_cases`, which
// `TrackproofXCTest` implements in Swift.

#endif
