/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * The network that is part of the program, as `carousel-train export` writes it.
 */
#include "engine/network.h"

/* There is none yet: the hand-written evaluation plays. */
const Network *const network_embedded = NULL;
