#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "copies.h"
#include <dlfcn.h>
#ifdef __APPLE__
#include <mach-o/dyld.h>
#elif defined(__linux__)
#include <link.h>
#endif

struct copies {
    const char *symbol;
    const char **files;
    void *addresses[16];
    int count;
    int limit;
};

// `dlsym` looks for the symbol in one image, and on Linux also in the images that this image depends on. So several calls
// may find one copy.
#ifdef RTLD_FIRST
#define IMAGE_ALONE RTLD_FIRST
#else
#define IMAGE_ALONE 0
#endif

static void search(struct copies *copies, const char *image) {
    void *handle = dlopen(image, RTLD_LAZY | RTLD_NOLOAD | IMAGE_ALONE);
    if (!handle) return;
    void *address = dlsym(handle, copies->symbol);
    Dl_info info;
    if (address && copies->count < copies->limit && dladdr(address, &info)) {
        int index = 0;
        while (index < copies->count && copies->addresses[index] != address) index += 1;
        if (index == copies->count) {
            copies->addresses[index] = address;
            copies->files[index] = info.dli_fname ? info.dli_fname : "";
            copies->count += 1;
        }
    }
    dlclose(handle);
}

#ifdef __linux__
static int search_next(struct dl_phdr_info *info, size_t size, void *copies) {
    (void)size;
    // The program itself has an empty name.
    search(copies, info->dlpi_name && info->dlpi_name[0] ? info->dlpi_name : 0);
    return 0;
}
#endif

int trackproof_find_copies(const char *symbol, const char **files, int limit) {
    struct copies copies = {.symbol = symbol, .files = files, .limit = limit < 16 ? limit : 16};
#ifdef __APPLE__
    for (uint32_t index = 0; index < _dyld_image_count(); index += 1) search(&copies, _dyld_get_image_name(index));
#elif defined(__linux__)
    dl_iterate_phdr(search_next, &copies);
#endif
    return copies.count;
}
