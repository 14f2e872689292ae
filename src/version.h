/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * The program's name and version, as every part of it tells them.
 */
#ifndef CAROUSEL_VERSION_H
#define CAROUSEL_VERSION_H

#define CAROUSEL_VERSION "0.1"
#define CAROUSEL_NAME "Carousel " CAROUSEL_VERSION
#define CAROUSEL_AUTHOR "the Carousel developers"

#endif
