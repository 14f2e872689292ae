/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * Whole files to be read in any order, without copying them: the system brings the pages that are touched.
 *
 * Nobody may shorten a file while it is mapped: touching what is gone ends the program. Any thread; a map is read by
 * many at once.
 */
#ifndef CAROUSEL_SYSTEM_FILE_MAP_H
#define CAROUSEL_SYSTEM_FILE_MAP_H

#include "base/error.h"

#include <stddef.h>
#include <stdint.h>

typedef struct FileMap {
    const uint8_t *data; /* NULL: none */
    size_t size;         /* bytes */
} FileMap;

/* What stands between folders in a list of them, as the system's own PATH has it. */
extern const char FILE_LIST_SEPARATOR;

/* A regular file that is not empty, for reading here and there. False with the reason, the map empty. */
bool file_map(FileMap *map, const char *path, Error *error);

/* Harmless on an empty map. */
void file_unmap(FileMap *map);

#endif
