/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * CRC-32 (ISO 3309, the polynomial of Ethernet and zip): notices torn and altered data, not malice. Any thread.
 */
#ifndef CAROUSEL_BASE_CHECKSUM_H
#define CAROUSEL_BASE_CHECKSUM_H

#include <stddef.h>
#include <stdint.h>

/* The checksum of `size` bytes. */
uint32_t checksum_crc32(const void *data, size_t size);

#endif
