/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * Exhibitions inside a conversation: the desk, whose answers become `info string simul …` lines.
 */
#include "uci/conversation_state.h"

enum { ANNOUNCEMENT_SIZE = 2048 };

static void say_simul(void *context, const char *line)
{
    UciConversation *conversation = context;
    output_printf(conversation->output, "info string simul %s", line);
}

/* On the controller's thread. */
static void on_announcement(void *context, const SimulAnnouncement *announcement)
{
    char line[ANNOUNCEMENT_SIZE];
    simul_announcement_text(announcement, line, sizeof line);
    say_simul(context, line);
}

static bool unread(void *context)
{
    return input_unread(((UciConversation *)context)->input);
}

static Desk *ready_desk(UciConversation *conversation)
{
    const DeskListener listener = {.answer = say_simul, .announce = on_announcement, .unread = unread, .context = conversation};
    if (conversation->desk == NULL)
        conversation->desk = desk_create(&listener);
    if (conversation->desk == NULL)
        output_line(conversation->output, "info string simul error out of memory");
    return conversation->desk;
}

void conversation_simul(UciConversation *conversation, Text words, int64_t stamp_ns)
{
    Desk *desk = ready_desk(conversation);
    if (desk != NULL)
        desk_command(desk, words, stamp_ns);
}

void conversation_simul_start(UciConversation *conversation)
{
    Desk *desk = ready_desk(conversation);
    if (desk != NULL)
        desk_start_file(desk, conversation->options.simul_file);
}
