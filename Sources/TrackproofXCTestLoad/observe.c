#include "TrackproofXCTestLoad.h"

// XCTest creates all test cases before it runs the first test case. The properties of a test case can already track
// events and create recorders at that time, and the observer must not miss them. So this function adds the observer
// when the bundle is loaded.
__attribute__((constructor)) static void observe_at_load(void) { trackproof_observe_test_cases(); }
