#include "StubUnwind.h"
#include <setjmp.h>

static _Thread_local jmp_buf *innermost;

int stub_catch(void (*body)(void *), void *context) {
    jmp_buf here;
    jmp_buf *volatile outer = innermost;
    if (setjmp(here)) {
        innermost = outer;
        return 1;
    }
    innermost = &here;
    body(context);
    innermost = outer;
    return 0;
}

void stub_throw(void) {
    if (innermost) longjmp(*innermost, 1);
}
