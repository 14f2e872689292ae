/* SPDX-License-Identifier: GPL-3.0-only */
/* Files in memory by mmap(). */
#include "system/file_map.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

const char FILE_LIST_SEPARATOR = ':';

/* The pages of an open file. NULL with the reason. */
static void *map_descriptor(int descriptor, const char *path, size_t *size, Error *error)
{
    struct stat info;
    if (fstat(descriptor, &info) != 0) {
        error_set(error, errno, "cannot read '%s'", path);
        return NULL;
    }
    if (!S_ISREG(info.st_mode) || info.st_size <= 0 || (uint64_t)info.st_size > SIZE_MAX) {
        error_set(error, 0, "cannot read '%s': %s", path, S_ISREG(info.st_mode) ? "the file is empty or too large" : "it is no file");
        return NULL;
    }
    void *pages = mmap(NULL, (size_t)info.st_size, PROT_READ, MAP_SHARED, descriptor, 0);
    if (pages == MAP_FAILED) {
        error_set(error, errno, "cannot read '%s'", path);
        return NULL;
    }
    /* (What lies beside a page that is read is hardly ever wanted. A wish, no more.) */
    posix_madvise(pages, (size_t)info.st_size, POSIX_MADV_RANDOM);
    *size = (size_t)info.st_size;
    return pages;
}

bool file_map(FileMap *map, const char *path, Error *error)
{
    *map = (FileMap){.data = NULL};
    /* (Without waiting, should a named pipe stand there.) */
    const int descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (descriptor < 0)
        return error_set(error, errno, "cannot open '%s'", path);
    map->data = map_descriptor(descriptor, path, &map->size, error);
    close(descriptor);
    return map->data != NULL;
}

void file_unmap(FileMap *map)
{
    if (map->data != NULL)
        munmap((void *)(uintptr_t)map->data, map->size);
    *map = (FileMap){.data = NULL};
}
