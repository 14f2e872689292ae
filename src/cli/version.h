/*
 * The program's name and version, as every part of it tells them.
 */
#ifndef CAROUSEL_CLI_VERSION_H
#define CAROUSEL_CLI_VERSION_H

#define CAROUSEL_VERSION "0.1"
#define CAROUSEL_NAME "Carousel " CAROUSEL_VERSION
#define CAROUSEL_AUTHOR "the Carousel developers"

#endif
