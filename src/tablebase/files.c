/* SPDX-License-Identifier: GPL-3.0-only */
#include "tablebase/files.h"

#include "system/file.h"
#include "system/thread.h"

#include <errno.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SLOTS = 4096, ENTRIES_FIRST = 64, PATH_MOST = 4096 };

typedef enum FileState { FILE_ABSENT, FILE_UNOPENED, FILE_READY, FILE_LEFT_OUT } FileState;

/* One file of a class. `table` is there for good once the state is FILE_READY, even if it is left out later. */
typedef struct ClassFile {
    atomic_int state;
    char *path; /* owned; NULL if absent */
    FileMap map;
    Table *table;
} ClassFile;

typedef struct ClassEntry {
    Material material;
    ClassFile files[2]; /* WDL, DTZ */
} ClassEntry;

struct Tablebase {
    ClassEntry *entries; /* not moved once opened */
    int count, capacity;
    uint16_t slots[SLOTS]; /* by material, 1 + the number of an entry; 0: empty */
    int men;
    int files[2];
    TablebaseNote *note;
    void *context;
    Mutex lock; /* opening, leaving out, telling */
    atomic_int references;
};

static unsigned slot_of(Material material)
{
    return (unsigned)(material * 0x9e3779b97f4a7c15u >> 52);
}

static ClassEntry *find(const Tablebase *tablebase, Material material)
{
    for (unsigned slot = slot_of(material);; slot = (slot + 1) % SLOTS) {
        if (tablebase->slots[slot] == 0)
            return NULL;
        ClassEntry *entry = &tablebase->entries[tablebase->slots[slot] - 1];
        if (entry->material == material || material_swap(entry->material) == material)
            return entry;
    }
}

static void enter_slot(Tablebase *tablebase, Material material, int number)
{
    unsigned slot = slot_of(material);
    while (tablebase->slots[slot] != 0)
        slot = (slot + 1) % SLOTS;
    tablebase->slots[slot] = (uint16_t)(number + 1);
}

/* ---- Looking for files ---- */

typedef struct Search {
    Tablebase *tablebase;
    const char *folder;
} Search;

/* Is the file in the folder? */
static bool find_file(const Search *search, Material material, bool dtz, char path[PATH_MOST])
{
    char name[MATERIAL_NAME_SIZE];
    material_name(material, name);
    snprintf(path, PATH_MOST, "%s/%s.%s", search->folder, name, dtz ? "rtbz" : "rtbw");
    return file_exists(path);
}

static ClassEntry *entry_for(Tablebase *tablebase, Material material)
{
    ClassEntry *entry = find(tablebase, material);
    if (entry != NULL)
        return entry;
    if (tablebase->count == tablebase->capacity) {
        const int capacity = tablebase->capacity == 0 ? ENTRIES_FIRST : 2 * tablebase->capacity;
        ClassEntry *larger = realloc(tablebase->entries, (size_t)capacity * sizeof(*larger));
        if (larger == NULL)
            return NULL;
        tablebase->entries = larger;
        tablebase->capacity = capacity;
    }
    entry = &tablebase->entries[tablebase->count];
    memset(entry, 0, sizeof(*entry));
    entry->material = material;
    for (int i = 0; i < 2; i++)
        atomic_init(&entry->files[i].state, FILE_ABSENT);
    enter_slot(tablebase, material, tablebase->count);
    if (material_swap(material) != material)
        enter_slot(tablebase, material_swap(material), tablebase->count);
    tablebase->count++;
    return entry;
}

/* False if memory ran out. */
static bool look_for_class(void *context, Material material)
{
    const Search *search = context;
    Tablebase *tablebase = search->tablebase;
    for (int dtz = 0; dtz < 2; dtz++) {
        char path[PATH_MOST];
        if (!find_file(search, material, dtz, path))
            continue;
        ClassEntry *entry = entry_for(tablebase, material);
        if (entry == NULL)
            return false;
        ClassFile *file = &entry->files[dtz];
        if (file->path != NULL)
            continue;
        file->path = strdup(path);
        if (file->path == NULL)
            return false;
        atomic_store(&file->state, FILE_UNOPENED);
        tablebase->files[dtz]++;
        if (!dtz && material_men(material) > tablebase->men)
            tablebase->men = material_men(material);
    }
    return true;
}

static bool look_in_folders(Tablebase *tablebase, const char *folders, Error *error)
{
    while (*folders != '\0') {
        const char *end = strchr(folders, FILE_LIST_SEPARATOR);
        const size_t length = end == NULL ? strlen(folders) : (size_t)(end - folders);
        if (length > PATH_MOST - 32)
            return error_set(error, 0, "the name of a folder of tables is too long");
        char folder[PATH_MOST];
        memcpy(folder, folders, length);
        folder[length] = '\0';
        if (length > 0 && !file_exists(folder))
            return error_set(error, 0, "there is no folder '%s'", folder);
        Search search = {.tablebase = tablebase, .folder = folder};
        if (length > 0 && !material_each_class(look_for_class, &search))
            return error_set(error, ENOMEM, "cannot look for tables in '%s'", folder);
        folders += length + (end != NULL);
    }
    return tablebase->files[0] > 0 || error_set(error, 0, "there are no Syzygy tables (.rtbw) in the folders given");
}

Tablebase *tablebase_open(const char *folders, TablebaseNote *note, void *context, Error *error)
{
    Tablebase *tablebase = calloc(1, sizeof(*tablebase));
    if (tablebase == NULL) {
        error_set(error, ENOMEM, "cannot open tables");
        return NULL;
    }
    mutex_init(&tablebase->lock);
    atomic_init(&tablebase->references, 1);
    tablebase->note = note;
    tablebase->context = context;
    index_init();
    if (look_in_folders(tablebase, folders, error))
        return tablebase;
    tablebase_release(tablebase);
    return NULL;
}

static void close_file(ClassFile *file)
{
    if (file->table != NULL)
        table_close(file->table);
    free(file->table);
    file_unmap(&file->map);
    free(file->path);
}

void tablebase_share(Tablebase *tablebase)
{
    if (tablebase != NULL)
        atomic_fetch_add(&tablebase->references, 1);
}

void tablebase_release(Tablebase *tablebase)
{
    if (tablebase == NULL || atomic_fetch_sub(&tablebase->references, 1) != 1)
        return;
    for (int i = 0; i < tablebase->count; i++)
        for (int dtz = 0; dtz < 2; dtz++)
            close_file(&tablebase->entries[i].files[dtz]);
    free(tablebase->entries);
    mutex_destroy(&tablebase->lock);
    free(tablebase);
}

int tablebase_men(const Tablebase *tablebase)
{
    return tablebase->men;
}

int tablebase_wdl_files(const Tablebase *tablebase)
{
    return tablebase->files[0];
}

int tablebase_dtz_files(const Tablebase *tablebase)
{
    return tablebase->files[1];
}

/* ---- Opening and leaving out, the lock held ---- */

static void tell(const Tablebase *tablebase, const char *message)
{
    if (tablebase->note != NULL)
        tablebase->note(tablebase->context, message);
}

static bool open_file(ClassFile *file, Material material, bool dtz, Error *error)
{
    const char *wrong;
    file->table = malloc(sizeof(*file->table));
    if (file->table == NULL)
        return error_set(error, ENOMEM, "cannot read '%s'", file->path);
    bool ok = file_map(&file->map, file->path, error);
    if (ok && !table_open(file->table, file->map.data, file->map.size, material, dtz, &wrong))
        ok = error_set(error, 0, "'%s' is damaged: %s", file->path, wrong);
    if (!ok) {
        free(file->table);
        file->table = NULL;
        file_unmap(&file->map);
    }
    return ok;
}

static void open_first(Tablebase *tablebase, ClassEntry *entry, bool dtz)
{
    ClassFile *file = &entry->files[dtz];
    Error error;
    if (open_file(file, entry->material, dtz, &error)) {
        atomic_store_explicit(&file->state, FILE_READY, memory_order_release);
        return;
    }
    char message[sizeof(error.message) + 32];
    snprintf(message, sizeof(message), "%s; left out", error.message);
    tell(tablebase, message);
    atomic_store_explicit(&file->state, FILE_LEFT_OUT, memory_order_release);
}

/* A WDL table whose DTZ table is missing: told once, when it is wanted. */
static void tell_missing(const Tablebase *tablebase, ClassEntry *entry)
{
    char name[MATERIAL_NAME_SIZE], message[96];
    material_name(entry->material, name);
    snprintf(message, sizeof(message), "there is no table %s.rtbz beside %s.rtbw; left out", name, name);
    tell(tablebase, message);
    atomic_store_explicit(&entry->files[1].state, FILE_LEFT_OUT, memory_order_release);
}

const Table *files_table(Tablebase *tablebase, Material material, bool dtz)
{
    ClassEntry *entry = find(tablebase, material);
    if (entry == NULL)
        return NULL;
    ClassFile *file = &entry->files[dtz];
    int state = atomic_load_explicit(&file->state, memory_order_acquire);
    if (state == FILE_UNOPENED || (state == FILE_ABSENT && dtz)) {
        mutex_lock(&tablebase->lock);
        state = atomic_load(&file->state);
        if (state == FILE_UNOPENED)
            open_first(tablebase, entry, dtz);
        else if (state == FILE_ABSENT)
            tell_missing(tablebase, entry);
        state = atomic_load(&file->state);
        mutex_unlock(&tablebase->lock);
    }
    return state == FILE_READY ? file->table : NULL;
}

void files_leave_out(Tablebase *tablebase, Material material, bool dtz)
{
    ClassEntry *entry = find(tablebase, material);
    ClassFile *file = &entry->files[dtz];
    mutex_lock(&tablebase->lock);
    if (atomic_load(&file->state) == FILE_READY) {
        char message[PATH_MOST + 64];
        snprintf(message, sizeof(message), "'%s' is damaged: its blocks do not hold what its index says; left out", file->path);
        tell(tablebase, message);
        atomic_store_explicit(&file->state, FILE_LEFT_OUT, memory_order_release);
    }
    mutex_unlock(&tablebase->lock);
}
