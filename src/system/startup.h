/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * What has to be settled with the system before anything else is done.
 */
#ifndef CAROUSEL_SYSTEM_STARTUP_H
#define CAROUSEL_SYSTEM_STARTUP_H

/* First in main(), once: broken pipes are ignored, and the arguments become UTF-8 where they are not so already; what
 * they point to then lasts as long as the process. */
void system_startup(int *argc, char ***argv);

#endif
