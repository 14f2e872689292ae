/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * The files of src/web/pages, as they are there: the Makefile puts them into the program.
 */
#ifndef CAROUSEL_WEB_PAGES_H
#define CAROUSEL_WEB_PAGES_H

#include <stddef.h>

typedef struct PageFile {
    const char *name; /* "seat.html"; NULL ends the list */
    const unsigned char *bytes;
    size_t length;
} PageFile;

extern const PageFile page_files[];

#endif
