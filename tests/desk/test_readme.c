/* SPDX-License-Identifier: GPL-3.0-only */
/* README.md's table of settings says what the settings' rows say: key, unit, default and help of every one, and no other. */
#include "test.h"

#include "simul/settings_table.h"
#include "system/file.h"

#include <stdlib.h>

/* A `|` would end the cell. */
static void put_cell(char line[1024], const char *text)
{
    size_t length = strlen(line);
    for (const char *c = text; *c != '\0' && length + 3 < 1024; c++) {
        if (*c == '|')
            line[length++] = '\\';
        line[length++] = *c;
    }
    line[length] = '\0';
}

static void write_row(const SimulSetting *setting, char line[1024])
{
    SimulSettings defaults;
    char value[SIMUL_VALUE_SIZE];
    simul_settings_default(&defaults);
    simul_setting_write(&defaults, setting, value);
    snprintf(line, 1024, "| `%s` | ", setting->key);
    put_cell(line, setting->unit);
    strcat(line, " | ");
    if (setting->found != NULL) {
        put_cell(line, setting->found);
    } else if (value[0] != '\0') {
        strcat(line, "`");
        put_cell(line, value);
        strcat(line, "`");
    }
    strcat(line, " | ");
    put_cell(line, setting->help);
    strcat(line, " |\n");
}

int main(void)
{
    Error error;
    size_t size, count;
    char *text = file_read_text("README.md", &size, &error);
    if (!CHECK_MSG(text != NULL, "%s", error.message))
        return test_end("desk/readme");
    const SimulSetting *settings = simul_settings_all(&count);
    size_t given = 0;
    for (size_t i = 0; i < count; i++) {
        char line[1024];
        if ((settings[i].flags & SIMUL_INTERNAL) != 0)
            continue;
        write_row(&settings[i], line);
        given++;
        CHECK_MSG(strstr(text, line) != NULL, "README.md lacks this line: %s", line);
    }
    /* The table has the settings and five keys beside them: boards, reply, illegal, deal, preset. */
    size_t rows = 0;
    const char *table = strstr(text, "| key | value | default | |\n|---|---|---|---|\n");
    if (CHECK(table != NULL))
        for (const char *at = strchr(strchr(table, '\n') + 1, '\n') + 1; *at == '|'; at = strchr(at, '\n') + 1)
            rows++;
    CHECK_INT(rows, given + 5);
    free(text);
    return test_end("desk/readme");
}
