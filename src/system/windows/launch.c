/* SPDX-License-Identifier: GPL-3.0-only */
/* Paths, quoting and environments of programs to be started. */
#include "system/windows/launch.h"

#include "base/command_line.h"
#include "system/shell.h"
#include "system/windows/windows.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static bool is_program(const wchar_t *path)
{
    const DWORD attributes = GetFileAttributesW(path);
    return attributes != INVALID_FILE_ATTRIBUTES && (attributes & FILE_ATTRIBUTE_DIRECTORY) == 0;
}

/* `directory`, a '\' and `name`; with room for ".exe". */
static wchar_t *join(const wchar_t *directory, const wchar_t *name)
{
    const size_t length = directory == NULL ? 0 : wcslen(directory) + 1;
    const size_t name_length = wcslen(name);
    wchar_t *path = malloc((length + name_length + sizeof ".exe") * sizeof *path);
    if (path == NULL)
        return NULL;
    if (length > 0) {
        memcpy(path, directory, (length - 1) * sizeof *path);
        path[length - 1] = L'\\';
    }
    memcpy(path + length, name, (name_length + 1) * sizeof *path);
    return path;
}

static wchar_t *find_at(const wchar_t *name, const wchar_t *directory)
{
    wchar_t *path = join(directory, name);
    if (path == NULL)
        return NULL;
    if (is_program(path))
        return path;
    wcscat(path, L".exe");
    if (is_program(path))
        return path;
    free(path);
    errno = ENOENT;
    return NULL;
}

static wchar_t *find_in_path(const wchar_t *name)
{
    const wchar_t *folders = _wgetenv(L"PATH");
    const DWORD size = SearchPathW(folders, name, L".exe", 0, NULL, NULL);
    if (folders == NULL || size == 0) {
        errno = ENOENT;
        return NULL;
    }
    wchar_t *path = malloc(size * sizeof *path);
    if (path == NULL)
        return NULL;
    SearchPathW(folders, name, L".exe", size, path, NULL);
    if (is_program(path)) /* and not "." */
        return path;
    free(path);
    errno = ENOENT;
    return NULL;
}

wchar_t *launch_find(const char *name, const char *directory)
{
    wchar_t *wide = windows_wide(name);
    if (wide == NULL)
        return NULL;
    wchar_t *path = NULL;
    if (name[strcspn(name, "/\\")] == '\0') {
        path = find_in_path(wide);
    } else {
        const bool joined = directory != NULL && !path_is_absolute(text_of(name));
        wchar_t *wide_directory = joined ? windows_wide(directory) : NULL;
        if (!joined || wide_directory != NULL)
            path = find_at(wide, wide_directory);
        free(wide_directory);
    }
    free(wide);
    return path;
}

wchar_t *launch_quote(char *const *arguments)
{
    size_t size = 1;
    for (size_t i = 0; arguments[i] != NULL; i++)
        size += command_quote(arguments[i], SHELL_WINDOWS, NULL, 0) + 1;
    char *line = malloc(size);
    if (line == NULL)
        return NULL;
    char *out = line;
    for (size_t i = 0; arguments[i] != NULL; i++) {
        if (i > 0)
            *out++ = ' ';
        out += command_quote(arguments[i], SHELL_WINDOWS, out, size - (size_t)(out - line));
    }
    *out = '\0';
    wchar_t *wide = windows_wide(line);
    free(line);
    return wide;
}

/* The length of "NAME=" at the front. (Windows has names that begin with '=' itself.) */
static size_t name_length(const wchar_t *variable)
{
    return *variable == 0 ? 0 : 1 + wcscspn(variable + 1, L"=") + 1;
}

static bool is_replaced(const wchar_t *variable, wchar_t *const *additions, size_t count)
{
    const size_t length = name_length(variable);
    for (size_t i = 0; i < count; i++)
        if (name_length(additions[i]) == length && _wcsnicmp(variable, additions[i], length) == 0)
            return true;
    return false;
}

static wchar_t *append(wchar_t *out, const wchar_t *variable)
{
    const size_t size = wcslen(variable) + 1;
    memcpy(out, variable, size * sizeof *out);
    return out + size;
}

static wchar_t *merge(const wchar_t *ours, wchar_t *const *additions, size_t count)
{
    size_t size = 1;
    for (const wchar_t *at = ours; *at != 0; at += wcslen(at) + 1)
        size += wcslen(at) + 1;
    for (size_t i = 0; i < count; i++)
        size += wcslen(additions[i]) + 1;
    wchar_t *merged = malloc((size + 1) * sizeof *merged);
    if (merged == NULL)
        return NULL;
    wchar_t *out = merged;
    for (const wchar_t *at = ours; *at != 0; at += wcslen(at) + 1)
        if (!is_replaced(at, additions, count))
            out = append(out, at);
    for (size_t i = 0; i < count; i++)
        out = append(out, additions[i]);
    out[0] = out[1] = 0; /* two, in case there is nothing at all */
    return merged;
}

wchar_t *launch_environment(const char *const *additions)
{
    size_t count = 0;
    while (additions != NULL && additions[count] != NULL)
        count++;
    wchar_t **wide = calloc(count + 1, sizeof *wide);
    wchar_t *ours = GetEnvironmentStringsW();
    wchar_t *merged = NULL;
    bool ok = wide != NULL && ours != NULL;
    for (size_t i = 0; ok && i < count; i++)
        ok = (wide[i] = windows_wide(additions[i])) != NULL;
    if (ok)
        merged = merge(ours, wide, count);
    for (size_t i = 0; wide != NULL && i < count; i++)
        free(wide[i]);
    free(wide);
    if (ours != NULL)
        FreeEnvironmentStringsW(ours);
    return merged;
}
