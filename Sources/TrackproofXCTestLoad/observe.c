#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "TrackproofXCTestLoad.h"
#include "copies.h"
#include <dlfcn.h>
#include <stdatomic.h>

#ifdef __ELF__
// In a program whose symbols are not exported, `dlsym` does not find the function, but the linker does.
__attribute__((weak)) void trackproof_observe_test_cases(int count, const char *const *files);
#endif

// XCTest creates all test cases before it runs the first test case. The properties of a test case can already track
// events and create recorders at that time, and the observer must not miss them. So this function adds the observer
// when the bundle is loaded.
//
// The function that adds the observer is in another module. Xcode may build each of the two modules as a framework, and
// then links this one without the other. So the function is looked up only now.
__attribute__((constructor)) void trackproof_observe_at_load(void) {
    static atomic_flag was_called = ATOMIC_FLAG_INIT;
    if (atomic_flag_test_and_set(&was_called)) return;
    typedef void (*observer)(int count, const char *const *files);
    observer observe = (observer)dlsym(RTLD_DEFAULT, "trackproof_observe_test_cases");
#ifdef __ELF__
    if (!observe) observe = trackproof_observe_test_cases;
#endif
    if (!observe) return;
    // If the module Trackproof is linked into several images, the events of the app do not reach the tests. The exported
    // symbol of the type `Analytics` shows in which images the module is. A program that exports no symbols has none.
    const char *files[8];
    int count = trackproof_find_copies("$s10Trackproof9AnalyticsCMn", files, 8);
    observe(count, files);
}
