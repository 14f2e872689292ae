/* SPDX-License-Identifier: GPL-3.0-only */
#include "base/checksum.h"

/* One step of four bits a time: the CRCs of the sixteen values of a nibble. */
static const uint32_t nibble_table[16] = {
    0x00000000u, 0x1db71064u, 0x3b6e20c8u, 0x26d930acu, 0x76dc4190u, 0x6b6b51f4u, 0x4db26158u, 0x5005713cu,
    0xedb88320u, 0xf00f9344u, 0xd6d6a3e8u, 0xcb61b38cu, 0x9b64c2b0u, 0x86d3d2d4u, 0xa00ae278u, 0xbdbdf21cu,
};

uint32_t checksum_crc32(const void *data, size_t size)
{
    const unsigned char *bytes = data;
    uint32_t crc = 0xffffffffu;
    for (size_t i = 0; i < size; i++) {
        crc = nibble_table[(crc ^ bytes[i]) & 15] ^ (crc >> 4);
        crc = nibble_table[(crc ^ (bytes[i] >> 4)) & 15] ^ (crc >> 4);
    }
    return ~crc;
}
