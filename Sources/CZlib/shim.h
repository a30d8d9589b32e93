#include <zlib.h>

// A macro, which Swift can't call; 16 more than the greatest window asks for gzip's head and tail.
static inline int zlib_gzip_inflate_init(z_stream *stream) {
  return inflateInit2(stream, 16 + MAX_WBITS);
}
