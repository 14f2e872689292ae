/* SPDX-License-Identifier: GPL-3.0-only */
#include "uci/uci.h"

#include "system/descriptor.h"
#include "system/input.h"
#include "system/output.h"
#include "system/signals.h"
#include "system/wait.h"
#include "uci/conversation.h"

#include <stdio.h>

enum { READER_PATIENCE_MS = 2000, HURRIED_PATIENCE_MS = 400 /* after a signal */ };

/* Reads and obeys. Answers the signal that ended it, or 0. */
static int converse(UciConversation *conversation, Input *input, Output *output)
{
    for (;;) {
        Text line;
        switch (input_next(input, WAIT_FOREVER, &line)) {
        case INPUT_LINE:
            if (!uci_conversation_line(conversation, line, input->stamp_ns) || output_broken(output))
                return 0;
            break;
        case INPUT_TOO_LONG: output_line(output, "info string the line is too long and was ignored"); break;
        case INPUT_SIGNAL: return signals_take();
        case INPUT_WAKE: return 0; /* nobody reads what we say any more */
        case INPUT_KEYS:
        case INPUT_TIMEOUT: break;
        case INPUT_END: return 0;
        }
    }
}

int uci_main(void)
{
    int status = 1;
    int signal_number = 0;
    Input input;
    input_init(&input, STANDARD_INPUT, signals_open());
    static WakePipe alarm; /* outlives a writer that hangs */
    const bool alarmed = wake_init(&alarm, NULL);
    Output *output = alarmed ? output_create(STANDARD_OUTPUT) : NULL;
    if (output != NULL) {
        input.wake = alarm.reader;
        output_alarm(output, &alarm);
    }
    UciConversation *conversation = output == NULL ? NULL : uci_conversation_create(output, &input);
    if (conversation == NULL) {
        fprintf(stderr, "carousel: out of memory\n");
    } else {
        signal_number = converse(conversation, &input, output);
        status = signal_number == 0 ? 0 : 128 + signal_number;
    }
    /* A bench cannot be broken off: after a signal the end of the program ends it. */
    if (signal_number == 0 || conversation == NULL || !uci_conversation_busy(conversation)) {
        uci_conversation_destroy(conversation);
        if (output != NULL)
            output_alarm(output, NULL);
        output_destroy(output, signal_number == 0 ? READER_PATIENCE_MS : HURRIED_PATIENCE_MS);
        if (alarmed)
            wake_destroy(&alarm);
    } else {
        uci_conversation_leave(conversation);
    }
    input_destroy(&input);
    return status;
}
