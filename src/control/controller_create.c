/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * The controller put together, its thread started and ended.
 */
#include "control/controller_state.h"

#include "system/clock.h"
#include "system/descriptor.h"

#include <stdio.h>
#include <stdlib.h>

enum { SPARE_DESCRIPTORS = 64 }; /* beside the seats': files, pipes of our own, a seat's start */

static size_t descriptors(const SeatSource *source, const char *spec)
{
    SeatTraits traits;
    return source->traits(spec, &traits, NULL) ? traits.descriptors : 0;
}

/* Room for the pipes of all seats there may be at once, before the first one is opened. */
static bool reserve_descriptors(Controller *controller, Error *error)
{
    const SimulCore *core = controller_core(controller);
    const SeatSource *source = controller->setup.seats;
    SimulStatus status;
    simul_core_status(core, &status);
    size_t count = SPARE_DESCRIPTORS + descriptors(source, simul_core_settings(core)->exhibitor_spec);
    for (int board = 1; board <= status.boards; board++) {
        SimulBoardView view;
        if (simul_core_view(core, board, &view) && view.state != SIMUL_BOARD_ENDED && view.setup->spec != NULL)
            count += descriptors(source, view.setup->spec);
    }
    controller->descriptors = count;
    return descriptor_reserve(count, error);
}

size_t controller_descriptors(const Controller *controller)
{
    return controller->descriptors;
}

static bool open_session(Controller *controller, char notice[SIMUL_ERROR_SIZE], char error[SIMUL_ERROR_SIZE])
{
    const ControllerSetup *setup = &controller->setup;
    SimulFiles files = setup->files != NULL ? *setup->files : simul_files_system();
    /* Always of this size: what the analyses can tell must not differ when the journal is replayed. */
    controller->memory_block = malloc(WINNABLE_MEMORY_DEFAULT);
    if (controller->memory_block == NULL || !winnable_memory_init(&controller->memory, controller->memory_block, WINNABLE_MEMORY_DEFAULT)) {
        snprintf(error, SIMUL_ERROR_SIZE, "no memory for the arbiter's analyses");
        return false;
    }
    if (setup->settings != NULL)
        controller->session = session_create(setup->settings, setup->boards, setup->count, (uint64_t)system_now_ns(), &files,
                                             &controller->memory, error);
    else
        controller->session = session_resume(setup->journal, &files, &controller->memory, notice, error);
    return controller->session != NULL;
}

static bool start(Controller *controller, Error *error)
{
    if (!reserve_descriptors(controller, error))
        return false;
    controller->reactor = reactor_create();
    if (controller->reactor == NULL)
        return error_set(error, 0, "no memory for the exhibition");
    controller->deadline = (Timer){.due = controller_deadline_due, .context = controller};
    controller->wake_watch = (Watch){.ready = controller_woken, .context = controller};
    if (!wake_init(&controller->wake, error) ||
        !reactor_watch(controller->reactor, &controller->wake_watch, controller->wake.reader, CHANNEL_READ))
        return error_set(error, 0, "no memory or pipe for the exhibition");
    HallSetup hall = {
        .reactor = controller->reactor,
        .source = controller->setup.seats,
        .thinkers = simul_core_settings(controller_core(controller))->thinkers,
        .log = simul_core_settings(controller_core(controller))->log_path,
        .said = &controller->said,
        .request = controller_fill_request,
        .context = controller,
    };
    if (hall.thinkers < 1)
        hall.thinkers = system_processor_count();
    controller->hall = hall_create(&hall, error);
    if (controller->hall == NULL)
        return false;
    controller->origin_ns = system_now_ns() - session_time_ns(controller->session);
    return thread_start(&controller->thread, controller_run, controller, 0) || error_set(error, 0, "no thread for the exhibition");
}

static void release(Controller *controller)
{
    hall_destroy(controller->hall);
    event_queue_clear(&controller->orders);
    event_queue_clear(&controller->said);
    event_queue_clear(&controller->posted);
    session_leave(controller->session);
    match_counter_destroy(&controller->match);
    free(controller->memory_block);
    reactor_destroy(controller->reactor);
    wake_destroy(&controller->wake);
    condition_destroy(&controller->changed);
    mutex_destroy(&controller->mutex);
    free(controller);
}

Controller *controller_create(const ControllerSetup *setup, char notice[SIMUL_ERROR_SIZE], char error[SIMUL_ERROR_SIZE])
{
    char unwanted[SIMUL_ERROR_SIZE];
    if (notice == NULL)
        notice = unwanted;
    notice[0] = error[0] = '\0';
    Controller *controller = calloc(1, sizeof *controller);
    if (controller == NULL || !condition_init(&controller->changed)) {
        free(controller);
        snprintf(error, SIMUL_ERROR_SIZE, "no memory for the exhibition");
        return NULL;
    }
    controller->setup = *setup;
    controller->wake = (WakePipe){-1, -1};
    mutex_init(&controller->mutex);
    Error why;
    bool ok = open_session(controller, notice, error);
    if (ok && !start(controller, &why)) {
        snprintf(error, SIMUL_ERROR_SIZE, "%.*s", SIMUL_ERROR_SIZE - 1, why.message);
        ok = false;
    }
    if (!ok) {
        release(controller);
        return NULL;
    }
    controller->setup.settings = NULL;
    controller->setup.boards = NULL;
    controller->setup.journal = NULL;
    return controller;
}

void controller_destroy(Controller *controller)
{
    if (controller == NULL)
        return;
    mutex_lock(&controller->mutex);
    controller->quit = true;
    mutex_unlock(&controller->mutex);
    wake_signal(&controller->wake);
    thread_join(&controller->thread);
    release(controller);
}
