// Functions of the C library that Swift's and C++'s static libraries use in a new version. The linker replaces them by
// these functions, which use old versions. The program then runs on systems with glibc 2.34.

#include <stdint.h>
#include <stdlib.h>
#include <sys/random.h>

#if defined(__x86_64__)
#define FIRST "GLIBC_2.2.5"
#else
#define FIRST "GLIBC_2.17"
#endif

// glibc 2.35 added versions of these functions that compute the same lengths.
__asm__(".symver first_hypot, hypot@" FIRST);
__asm__(".symver first_hypotf, hypotf@" FIRST);
double first_hypot(double, double);
float first_hypotf(float, float);

double __wrap_hypot(double x, double y) { return first_hypot(x, y); }
float __wrap_hypotf(float x, float y) { return first_hypotf(x, y); }

// glibc has this function since 2.36.
uint32_t __wrap_arc4random(void) {
    uint32_t value;
    if (getrandom(&value, sizeof value, 0) != sizeof value) abort();
    return value;
}
