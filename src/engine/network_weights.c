/* SPDX-License-Identifier: GPL-3.0-only */
#include "engine/network.h"

/* There is none yet: the hand-written evaluation plays. */
const Network *const network_embedded = NULL;
