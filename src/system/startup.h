/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * What has to be settled with the system before anything else is done.
 */
#ifndef CAROUSEL_SYSTEM_STARTUP_H
#define CAROUSEL_SYSTEM_STARTUP_H

/* First in main(), once: broken pipes are ignored, and the arguments become UTF-8 where they are not so already; what
 * they point to then lasts as long as the process. */
void system_startup(int *argc, char ***argv);

/* From now on writing to a pipe that nobody reads is an error of the write, not the end of the program. Children
 * started by process_start() do not inherit this. */
void system_ignore_broken_pipes(void);

#endif
