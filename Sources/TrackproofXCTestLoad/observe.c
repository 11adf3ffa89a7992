#include "TrackproofXCTestLoad.h"

// XCTest makes all its test cases before it runs the first. What they track in their properties, and the recorders that
// they make there, must be seen: so the observer is added when the bundle is loaded.
__attribute__((constructor)) static void observe_at_load(void) { trackproof_observe_test_cases(); }
