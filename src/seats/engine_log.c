/* SPDX-License-Identifier: GPL-3.0-only */
#include "seats/engine_log.h"

#include "base/units.h"
#include "base/words.h"
#include "system/clock.h"
#include "system/file.h"
#include "version.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { HEAD_SIZE = 64, TAIL_SIZE = 48 }; /* what stands in a line before and after its text, at most */

struct EngineLog {
    File file;
    char *path, *old_path;
    uint64_t size, most;
    int64_t began_ns;
    char began[40]; /* the same as date and time */
    bool failed, failure_taken;
    Error failure;
};

static bool write_line(EngineLog *log, const char *line, size_t length, Error *error)
{
    log->size += length;
    return file_write(&log->file, line, length, error);
}

/* What the seconds of the following lines are counted from. */
static bool write_head(EngineLog *log, Error *error)
{
    char line[128];
    const int length = snprintf(line, sizeof line, "# " CAROUSEL_NAME ", seconds from %s\n", log->began);
    return write_line(log, line, (size_t)length, error);
}

static bool open_file(EngineLog *log, Error *error)
{
    return file_open(&log->file, log->path, FILE_APPEND, error) && file_size(&log->file, &log->size, error);
}

EngineLog *engine_log_open(const char *path, uint64_t most, Error *error)
{
    EngineLog *log = calloc(1, sizeof *log);
    const size_t size = strlen(path) + sizeof ".1";
    if (log == NULL || (log->path = malloc(size)) == NULL || (log->old_path = malloc(size)) == NULL) {
        if (log != NULL)
            free(log->path);
        free(log);
        error_set(error, ENOMEM, "cannot open the log '%s'", path);
        return NULL;
    }
    char date[11], time_of_day[9];
    log->file = FILE_CLOSED;
    log->most = most;
    log->began_ns = system_now_ns();
    system_date(date, time_of_day);
    snprintf(log->began, sizeof log->began, "%s %s", date, time_of_day);
    snprintf(log->path, size, "%s", path);
    snprintf(log->old_path, size, "%s.1", path);
    if (open_file(log, error) && write_head(log, error))
        return log;
    engine_log_close(log);
    return NULL;
}

void engine_log_close(EngineLog *log)
{
    if (log == NULL)
        return;
    file_close(&log->file, NULL);
    free(log->path);
    free(log->old_path);
    free(log);
}

/* The file has become large enough: it makes way for a new one. */
static bool begin_anew(EngineLog *log, Error *error)
{
    return file_close(&log->file, error) && file_rename(log->path, log->old_path, error) && open_file(log, error) && write_head(log, error);
}

static void log_line(EngineLog *log, int board, char direction, const char *text, size_t length, int64_t time_ns)
{
    char line[HEAD_SIZE + ENGINE_LOG_LINE_MOST + TAIL_SIZE];
    const int64_t ms = time_ns > log->began_ns ? (time_ns - log->began_ns) / NS_PER_MS : 0;
    const size_t shown = length < ENGINE_LOG_LINE_MOST ? length : ENGINE_LOG_LINE_MOST;
    int size = snprintf(line, HEAD_SIZE, "%7lld.%03d %d %c ", (long long)(ms / 1000), (int)(ms % 1000), board, direction);
    memcpy(line + size, text, shown);
    words_make_printable(line + size, shown);
    size += (int)shown;
    if (shown < length)
        size += snprintf(line + size, TAIL_SIZE, " ... and %zu bytes more", length - shown);
    line[size++] = '\n';
    log->failed = (log->size + (uint64_t)size > log->most && file_is_regular(&log->file) && !begin_anew(log, &log->failure)) ||
                  !write_line(log, line, (size_t)size, &log->failure);
}

void engine_log_write(EngineLog *log, int board, char direction, const char *text, size_t length, int64_t time_ns)
{
    for (const char *at = text, *end = text + length; log != NULL && !log->failed && at <= end;) {
        const char *newline = memchr(at, '\n', (size_t)(end - at));
        const char *stop = newline != NULL ? newline : end;
        log_line(log, board, direction, at, (size_t)(stop - at), time_ns);
        at = stop + 1;
    }
}

const char *engine_log_failure(EngineLog *log)
{
    if (log == NULL || !log->failed || log->failure_taken)
        return NULL;
    log->failure_taken = true;
    return log->failure.message;
}
