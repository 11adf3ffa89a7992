// The files of the collector's page, and the description of its control API. C embeds them at once. The literals of Swift
// that SwiftPM generates for `.embedInCode` took 15 s and a gigabyte of memory to compile.
#include <stddef.h>

struct resource {
    const unsigned char *bytes;
    size_t count;
};

struct resource page_html(void);
struct resource page_css(void);
struct resource compare_js(void);
struct resource copies_js(void);
struct resource details_js(void);
struct resource dom_js(void);
struct resource page_js(void);
struct resource plan_js(void);
struct resource sessions_js(void);
struct resource stream_js(void);
struct resource table_js(void);
struct resource token_js(void);
struct resource values_js(void);
struct resource openapi_json(void);
