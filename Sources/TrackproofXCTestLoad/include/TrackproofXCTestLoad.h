#ifndef TRACKPROOF_XCTEST_LOAD_H
#define TRACKPROOF_XCTEST_LOAD_H

// When this module is loaded, it calls `trackproof_observe_test_cases`, which `TrackproofXCTest` implements in Swift.

/// Finds the copies of an exported symbol in the loaded images.
///
/// @param symbol The name of the symbol, without the underscore that Darwin's linker adds.
/// @param files Receives the paths of the images that contain the copies. The loader owns these strings.
/// @param limit The largest number of copies to find.
/// @return The number of copies.
int trackproof_find_copies(const char *symbol, const char **files, int limit);

#endif
