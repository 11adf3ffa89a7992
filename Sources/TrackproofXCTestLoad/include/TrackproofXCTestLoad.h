#ifndef TRACKPROOF_XCTEST_LOAD_H
#define TRACKPROOF_XCTEST_LOAD_H

/// Calls `trackproof_observe_test_cases` in the first call. `TrackproofXCTest` implements that function in Swift.
///
/// The loader calls this function when the module is loaded.
void trackproof_observe_at_load(void);

#endif
