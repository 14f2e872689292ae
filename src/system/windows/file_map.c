/* SPDX-License-Identifier: GPL-3.0-only */
/* The twin of posix/file_map.c. */
#include "system/file_map.h"

#include "system/windows/windows.h"

#include <errno.h>
#include <stdlib.h>

const char FILE_LIST_SEPARATOR = ';';

/* The pages of an open file; they outlive its handles. NULL with the reason. */
static void *map_handle(HANDLE file, const char *path, size_t *size, Error *error)
{
    LARGE_INTEGER length;
    if (!GetFileSizeEx(file, &length)) {
        windows_error(error, GetLastError(), "cannot read '%s'", path);
        return NULL;
    }
    if (length.QuadPart <= 0 || (uint64_t)length.QuadPart > SIZE_MAX) {
        error_set(error, 0, "cannot read '%s': the file is empty or too large", path);
        return NULL;
    }
    const HANDLE mapping = CreateFileMappingW(file, NULL, PAGE_READONLY, 0, 0, NULL);
    void *pages = mapping == NULL ? NULL : MapViewOfFile(mapping, FILE_MAP_READ, 0, 0, 0);
    if (pages == NULL)
        windows_error(error, GetLastError(), "cannot read '%s'", path);
    if (mapping != NULL)
        CloseHandle(mapping);
    *size = (size_t)length.QuadPart;
    return pages;
}

bool file_map(FileMap *map, const char *path, Error *error)
{
    *map = (FileMap){.data = NULL};
    wchar_t *wide = windows_wide(path);
    if (wide == NULL)
        return error_set(error, errno, "cannot open '%s'", path);
    const HANDLE file = CreateFileW(wide, GENERIC_READ, FILE_SHARE_READ | FILE_SHARE_DELETE, NULL, OPEN_EXISTING, FILE_FLAG_RANDOM_ACCESS,
                                    NULL);
    const DWORD code = GetLastError();
    free(wide);
    if (file == INVALID_HANDLE_VALUE)
        return windows_error(error, code, "cannot open '%s'", path);
    map->data = map_handle(file, path, &map->size, error);
    CloseHandle(file);
    return map->data != NULL;
}

void file_unmap(FileMap *map)
{
    if (map->data != NULL)
        UnmapViewOfFile(map->data);
    *map = (FileMap){.data = NULL};
}
