/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * A log of everything said to and by the engines of an exhibition, a line each:
 *
 *     SECONDS BOARD > LINE     to it;  < from it;  ! on its stderr;  = what becomes of it: its command, its end
 *
 * Seconds run from the opening, whose date and time are said in a line `# …`; board 0 is A's engine. An existing file is
 * added to. A file that would become larger than `most` is renamed FILE.1, over an earlier one, and a new one begins, so
 * that the two are all there is. A pipe or a device just goes on. One thread.
 */
#ifndef CAROUSEL_SEATS_ENGINE_LOG_H
#define CAROUSEL_SEATS_ENGINE_LOG_H

#include "base/error.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    ENGINE_LOG_MOST = 16 * 1024 * 1024, /* bytes until it is renamed */
    ENGINE_LOG_LINE_MOST = 4096         /* a longer line is cut off, and that is said */
};

typedef struct EngineLog EngineLog;

/* Opens it and writes its first line. NULL with the reason. */
EngineLog *engine_log_open(const char *path, uint64_t most, Error *error);

/* NULL is fine. */
void engine_log_close(EngineLog *log);

/* `text` at `time_ns` (system_now_ns()): one line, or several with '\n' between them, each of which gets one of its own. What
 * is not printable UTF-8 is replaced. After a failure nothing more is written. NULL is fine. */
void engine_log_write(EngineLog *log, int board, char direction, const char *text, size_t length, int64_t time_ns);

/* The reason if it could not be written: given once, else NULL. Valid until the log is closed. NULL is fine. */
const char *engine_log_failure(EngineLog *log);

#endif
