#ifndef STUB_UNWIND_H
#define STUB_UNWIND_H

/// Runs a function, and returns whether a call of `stub_throw` has ended it.
int stub_catch(void (*body)(void *), void *context);

/// Ends the function of the innermost `stub_catch` of this thread.
///
/// As with an Objective-C exception, Swift code between the two calls does not continue, and its `defer` blocks do not run.
void stub_throw(void);

#endif
