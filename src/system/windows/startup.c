/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * Arguments as UTF-8, standard streams that pass bytes as they are, a console that understands UTF-8 and screen
 * control, timers of a millisecond, and no dialog when a program crashes (children inherit that).
 */
#include "system/startup.h"

#include "system/descriptor.h"
#include "system/windows/windows.h"

#include <fcntl.h>
#include <io.h>
#include <shellapi.h>
#include <stdlib.h>
#include <timeapi.h>

static UINT console_code_page; /* as we found it; 0: not changed */

static void restore_console(void)
{
    if (console_code_page != 0)
        SetConsoleOutputCP(console_code_page);
}

static void set_console(void)
{
    const DWORD outputs[] = {STD_OUTPUT_HANDLE, STD_ERROR_HANDLE};
    for (size_t i = 0; i < sizeof outputs / sizeof *outputs; i++) {
        const HANDLE console = GetStdHandle(outputs[i]);
        DWORD mode;
        if (!GetConsoleMode(console, &mode))
            continue;
        SetConsoleMode(console, mode | ENABLE_PROCESSED_OUTPUT | ENABLE_VIRTUAL_TERMINAL_PROCESSING);
        if (console_code_page == 0) {
            console_code_page = GetConsoleOutputCP();
            SetConsoleOutputCP(CP_UTF8);
            atexit(restore_console);
        }
    }
}

/* The arguments from the one place that has them unspoilt. If memory runs out the old ones stay. */
static void set_arguments(int *argc, char ***argv)
{
    int count;
    wchar_t **wide = CommandLineToArgvW(GetCommandLineW(), &count);
    if (wide == NULL)
        return;
    char **arguments = calloc((size_t)count + 1, sizeof *arguments);
    bool ok = arguments != NULL;
    for (int i = 0; i < count && ok; i++)
        ok = (arguments[i] = windows_narrow(wide[i])) != NULL;
    if (ok) {
        *argc = count;
        *argv = arguments;
    } else {
        for (int i = 0; arguments != NULL && arguments[i] != NULL; i++)
            free(arguments[i]);
        free(arguments);
    }
    LocalFree(wide);
}

void system_startup(int *argc, char ***argv)
{
    set_arguments(argc, argv);
    for (int descriptor = 0; descriptor <= 2; descriptor++)
        _setmode(descriptor, _O_BINARY);
    set_console();
    timeBeginPeriod(1);
    SetErrorMode(SEM_FAILCRITICALERRORS | SEM_NOGPFAULTERRORBOX);
}

/* There is no such signal here. */
void system_ignore_broken_pipes(void)
{
}
