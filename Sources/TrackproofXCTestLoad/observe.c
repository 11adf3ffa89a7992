#include "TrackproofXCTestLoad.h"

// XCTest creates all test cases before it runs the first one. Their properties may already track events and make
// recorders, and the observer must know of these. So this function adds the observer when the bundle is loaded.
__attribute__((constructor)) static void observe_at_load(void) { trackproof_observe_test_cases(); }
