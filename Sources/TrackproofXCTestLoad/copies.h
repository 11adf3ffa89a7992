#ifndef TRACKPROOF_COPIES_H
#define TRACKPROOF_COPIES_H

/// Finds the copies of an exported symbol in the loaded images.
///
/// @param symbol The name of the symbol, without the underscore that Darwin's linker adds.
/// @param files Receives the paths of the images that contain the copies. The loader owns these strings.
/// @param limit The largest number of copies to find.
/// @return The number of copies.
int trackproof_find_copies(const char *symbol, const char **files, int limit);

#endif
