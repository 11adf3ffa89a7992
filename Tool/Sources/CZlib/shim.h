#include <zlib.h>

// A macro with a cast, which Swift does not import.
static inline int inflateInitOfGzipOrZlib(z_stream *stream) {
    return inflateInit2(stream, MAX_WBITS + 32);
}
