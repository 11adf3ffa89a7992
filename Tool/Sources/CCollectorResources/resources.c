#include "resources.h"

// C23 has this directive. Clang also has it for earlier versions of C.
#pragma clang diagnostic ignored "-Wc23-extensions"

#define RESOURCE(name) \
    struct resource name(void) { return (struct resource){name##_bytes, sizeof name##_bytes}; }

static const unsigned char page_html_bytes[] = {
#embed "../TrackproofCollector/Resources/page.html"
};
RESOURCE(page_html)

static const unsigned char page_css_bytes[] = {
#embed "../TrackproofCollector/Resources/page.css"
};
RESOURCE(page_css)

static const unsigned char compare_js_bytes[] = {
#embed "../TrackproofCollector/Resources/compare.js"
};
RESOURCE(compare_js)

static const unsigned char copies_js_bytes[] = {
#embed "../TrackproofCollector/Resources/copies.js"
};
RESOURCE(copies_js)

static const unsigned char details_js_bytes[] = {
#embed "../TrackproofCollector/Resources/details.js"
};
RESOURCE(details_js)

static const unsigned char dom_js_bytes[] = {
#embed "../TrackproofCollector/Resources/dom.js"
};
RESOURCE(dom_js)

static const unsigned char page_js_bytes[] = {
#embed "../TrackproofCollector/Resources/page.js"
};
RESOURCE(page_js)

static const unsigned char plan_js_bytes[] = {
#embed "../TrackproofCollector/Resources/plan.js"
};
RESOURCE(plan_js)

static const unsigned char sessions_js_bytes[] = {
#embed "../TrackproofCollector/Resources/sessions.js"
};
RESOURCE(sessions_js)

static const unsigned char stream_js_bytes[] = {
#embed "../TrackproofCollector/Resources/stream.js"
};
RESOURCE(stream_js)

static const unsigned char table_js_bytes[] = {
#embed "../TrackproofCollector/Resources/table.js"
};
RESOURCE(table_js)

static const unsigned char token_js_bytes[] = {
#embed "../TrackproofCollector/Resources/token.js"
};
RESOURCE(token_js)

static const unsigned char values_js_bytes[] = {
#embed "../TrackproofCollector/Resources/values.js"
};
RESOURCE(values_js)

static const unsigned char openapi_json_bytes[] = {
#embed "../TrackproofCollector/Resources/openapi.json"
};
RESOURCE(openapi_json)
