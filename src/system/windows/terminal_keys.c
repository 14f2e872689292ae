/* SPDX-License-Identifier: GPL-3.0-only */
/* The console's modes: keys one by one, escape sequences understood. There is no suspending here. */
#include "system/terminal_keys.h"

#include "system/descriptor.h"
#include "system/windows/windows.h"

#include <stdlib.h>
#include <string.h>

#ifndef ENABLE_VIRTUAL_TERMINAL_INPUT
#define ENABLE_VIRTUAL_TERMINAL_INPUT 0x200
#endif

static HANDLE input = INVALID_HANDLE_VALUE;
static HANDLE screen = INVALID_HANDLE_VALUE;
static DWORD input_mode, screen_mode; /* as they were */
static const char *leave_text;
static bool taken;

static void send(const char *text)
{
    DWORD written;
    WriteFile(screen, text, (DWORD)strlen(text), &written, NULL);
}

bool terminal_take(int keys, int screen_descriptor, const char *enter, const char *leave)
{
    if (taken)
        return false;
    input = keys >= 0 ? GetStdHandle(STD_INPUT_HANDLE) : INVALID_HANDLE_VALUE;
    screen = GetStdHandle(screen_descriptor == STANDARD_ERROR ? STD_ERROR_HANDLE : STD_OUTPUT_HANDLE);
    if (!GetConsoleMode(screen, &screen_mode) || (keys >= 0 && !GetConsoleMode(input, &input_mode)))
        return false;
    if (!SetConsoleMode(screen, screen_mode | ENABLE_PROCESSED_OUTPUT | ENABLE_VIRTUAL_TERMINAL_PROCESSING))
        return false; /* a console that cannot be drawn upon */
    if (keys >= 0)
        SetConsoleMode(input, (input_mode & ~(DWORD)(ENABLE_LINE_INPUT | ENABLE_ECHO_INPUT)) | ENABLE_PROCESSED_INPUT |
                                  ENABLE_VIRTUAL_TERMINAL_INPUT);
    leave_text = leave;
    taken = true;
    send(enter);
    return true;
}

void terminal_give_back(void)
{
    if (!taken)
        return;
    taken = false;
    send(leave_text);
    SetConsoleMode(screen, screen_mode);
    if (input != INVALID_HANDLE_VALUE)
        SetConsoleMode(input, input_mode);
}

bool terminal_was_suspended(void)
{
    return false;
}

bool terminal_in_hand(void)
{
    return taken;
}
