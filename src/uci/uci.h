/* SPDX-License-Identifier: GPL-3.0-only */
/*
 * UCI on standard input and output: the program as a chess GUI knows it.
 */
#ifndef CAROUSEL_UCI_UCI_H
#define CAROUSEL_UCI_UCI_H

/* Talks until `quit`, end of input or a signal to end. Answers the exit status. */
int uci_main(void);

#endif
