# SPDX-License-Identifier: GPL-3.0-only
# Carousel. GNU make; `make help` lists what there is to make.

CC ?= cc
CFLAGS ?= -O3
EXE ?= carousel$(if $(WINDOWS),.exe)
PREFIX ?= /usr/local
DESTDIR ?=
WERROR ?=
BUILD ?= build$(if $(WINDOWS),/windows)
PROGRAM = $(if $(filter /%,$(EXE)),$(EXE),./$(EXE))

# What the compiler builds for: linux, macos, windows, posix (any other that has POSIX). SYSTEM_… are folders of src/system,
# and a file in an earlier one stands for those of its name in the later ones.
TARGET := $(shell $(CC) -dumpmachine)
SYSTEM := $(if $(findstring linux,$(TARGET)),linux,$(if $(findstring darwin,$(TARGET)),macos,$(if $(findstring mingw,$(TARGET)),windows,posix)))
WINDOWS := $(filter windows,$(SYSTEM))
SYSTEM_linux = linux/ posix/
SYSTEM_macos = macos/ posix/
SYSTEM_posix = posix/
SYSTEM_windows = windows/
# A program for Windows is made to be taken elsewhere.
ARCH ?= $(if $(WINDOWS),x86-64,native)

# `make V=1` shows every command.
Q = $(if $(V),,@)
say = $(if $(V),,@printf '  %-5s %s\n' '$(1)' '$@')

# Three object trees, each rebuilt when its compiler or flags change: what ships, what is stepped
# through in a debugger, and what the tests link (with every assert on).
RELEASE = $(BUILD)/release
DEBUG = $(BUILD)/debug
CHECK = $(BUILD)/check
CHECK_CFLAGS ?= -O2 -g
DEBUG_CFLAGS ?= -O0 -g3

# ARCH goes to -march, on ARM to -mcpu unless it is the name of an architecture; empty: the compiler's default.
ARM = $(filter aarch64% arm64%,$(TARGET))
MACHINE = $(if $(ARCH),$(if $(and $(ARM),$(if $(filter armv%,$(ARCH)),,cpu)),-mcpu=$(ARCH),-march=$(ARCH)))

# (What psabi says is about calls between objects built with other flags: here all are built with the same.)
WARNINGS = -Wall -Wextra -Wshadow -Wconversion -Wstrict-prototypes -Wmissing-prototypes -Wvla -Wno-psabi
# No contraction to fused multiply-add: results must not depend on the processor.
# (On Windows printf() is to be C's own; the compiler there knows only the formats of the system's.)
# (On macOS and the BSDs naming a standard hides what is not in it, such as flock(); saying nothing shows it all.)
FEATURES = $(if $(findstring bsd,$(TARGET))$(findstring dragonfly,$(TARGET)),,$(if $(filter macos,$(SYSTEM)),-D_DARWIN_C_SOURCE,\
    -D_POSIX_C_SOURCE=200809L -D_DEFAULT_SOURCE))
HOST = $(if $(WINDOWS),-D__USE_MINGW_ANSI_STDIO=1 -Wno-format,$(strip $(FEATURES)) -pthread)
ALWAYS = -std=c11 $(HOST) -Isrc -ffp-contract=off $(WARNINGS) $(WERROR)
COMPILE = $(CC) $(ALWAYS) $(MACHINE) $(CPPFLAGS) -MMD -MP
LIBS = -lm $(if $(WINDOWS),-static -lwinmm -lws2_32,-pthread) $(LDLIBS)

SYSTEM_FILES := $(notdir $(wildcard $(patsubst %,src/system/%*.c,$(SYSTEM_$(SYSTEM))) src/system/*.c))
SYSTEM_SOURCES := $(foreach file,$(sort $(SYSTEM_FILES)),\
    $(firstword $(wildcard $(patsubst %,src/system/%$(file),$(SYSTEM_$(SYSTEM))) src/system/$(file))))

# Every room is compiled into a library, so that programs and tests share one list of objects.
ROOMS = base chess rules tablebase engine perft simul record control seats desk web uci cli
# The files of src/web/pages as one C file, made below.
PAGES := $(sort $(wildcard src/web/pages/*))
PAGES_SOURCE = $(BUILD)/pages.c
SOURCES := $(SYSTEM_SOURCES) $(foreach room,$(ROOMS),$(wildcard src/$(room)/*.c)) $(PAGES_SOURCE)
TRAINING := $(filter-out src/training/main.c,$(wildcard src/training/*.c))
TESTS := $(wildcard tests/*/test_*.c)
SCRIPTS := $(wildcard tests/*/test_*.sh)
TOOLS := $(wildcard tests/tools/*.c)

TEST_PROGRAMS = $(TESTS:%.c=$(CHECK)/%)
TOOL_PROGRAMS = $(TOOLS:%.c=$(CHECK)/%)

all: $(EXE)

# The second program, for those who work on the evaluation.
trainer: $(EXE)-train

debug: $(EXE)-debug

$(EXE): $(RELEASE)/src/main.o $(RELEASE)/libcarousel.a
	$(call say,LINK)
	$(Q)$(CC) $(MACHINE) $(CFLAGS) $(LDFLAGS) -o $@ $^ $(LIBS)

$(EXE)-train: $(RELEASE)/src/training/main.o $(TRAINING:%.c=$(RELEASE)/%.o) $(RELEASE)/libcarousel.a
	$(call say,LINK)
	$(Q)$(CC) $(MACHINE) $(CFLAGS) $(LDFLAGS) -o $@ $^ $(LIBS)

$(EXE)-debug: $(DEBUG)/src/main.o $(DEBUG)/libcarousel.a
	$(call say,LINK)
	$(Q)$(CC) $(MACHINE) $(DEBUG_CFLAGS) $(LDFLAGS) -o $@ $^ $(LIBS)

# The program as the tests build it: asserts on, and sanitizers where CHECK_CFLAGS asks for them.
$(CHECK)/carousel: $(CHECK)/src/main.o $(CHECK)/libcarousel.a
	$(call say,LINK)
	$(Q)$(CC) $(MACHINE) $(CHECK_CFLAGS) $(LDFLAGS) -o $@ $^ $(LIBS)

$(CHECK)/carousel-train: $(CHECK)/src/training/main.o $(CHECK)/libcarousel.a
	$(call say,LINK)
	$(Q)$(CC) $(MACHINE) $(CHECK_CFLAGS) $(LDFLAGS) -o $@ $^ $(LIBS)

$(RELEASE)/libcarousel.a: $(SOURCES:%.c=$(RELEASE)/%.o)
$(DEBUG)/libcarousel.a: $(SOURCES:%.c=$(DEBUG)/%.o)
$(CHECK)/libcarousel.a: $(SOURCES:%.c=$(CHECK)/%.o) $(TRAINING:%.c=$(CHECK)/%.o)
%/libcarousel.a: $(BUILD)/sources
	@rm -f $@
	$(call say,AR)
	$(Q)$(AR) rcs $@ $(filter %.o,$^)

$(RELEASE)/%.o: %.c $(RELEASE)/flags
	@mkdir -p $(@D)
	$(call say,CC)
	$(Q)$(COMPILE) -DNDEBUG $(CFLAGS) -c -o $@ $<

# Bytes to numbers with what every POSIX system has, so that it works for whatever the compiler builds for.
$(PAGES_SOURCE): $(PAGES) $(BUILD)/sources
	$(call say,PAGES)
	@mkdir -p $(@D)
	$(Q){ echo '#include "web/pages.h"'; n=0; for page in $(PAGES); do \
	    echo "static const unsigned char page$$n[] = {"; od -An -v -tx1 $$page | sed 's/ *\([0-9a-f][0-9a-f]\)/0x\1,/g'; echo '};'; n=$$((n + 1)); done; \
	echo 'const PageFile page_files[] = {'; n=0; for page in $(PAGES); do \
	    echo "{\"$${page##*/}\", page$$n, sizeof page$$n},"; n=$$((n + 1)); done; echo '{0}};'; } >$@

# Square roots that report no errors: the trainer's steps can then be vectorised.
$(RELEASE)/src/training/net_train.o: CFLAGS += -fno-math-errno

$(DEBUG)/%.o: %.c $(DEBUG)/flags
	@mkdir -p $(@D)
	$(call say,CC)
	$(Q)$(COMPILE) $(DEBUG_CFLAGS) -c -o $@ $<

$(CHECK)/%.o: %.c $(CHECK)/flags
	@mkdir -p $(@D)
	$(call say,CC)
	$(Q)$(COMPILE) $(CHECK_CFLAGS) -Itests -c -o $@ $<

$(RELEASE)/tests/%: $(RELEASE)/tests/%.o $(RELEASE)/libcarousel.a
	$(call say,LINK)
	$(Q)$(CC) $(MACHINE) $(CFLAGS) $(LDFLAGS) -o $@ $^ $(LIBS)

# The tests let memory run out and files fail: see tests/failing_allocator.h and tests/failing_files.h.
WRAP = malloc calloc realloc strdup memory_allocate_large $(if $(WINDOWS),,strndup) \
    file_write file_sync file_truncate file_rename file_sync_directory
$(CHECK)/tests/%: $(CHECK)/tests/%.o $(CHECK)/tests/failing_allocator.o $(CHECK)/tests/failing_files.o $(CHECK)/libcarousel.a
	$(call say,LINK)
	$(Q)$(CC) $(MACHINE) $(CHECK_CFLAGS) $(LDFLAGS) $(WRAP:%=-Wl,--wrap=%) -o $@ $^ $(LIBS)

# Files that are only touched when what they say changes: the command that made a tree, and the list of sources
# (a library must lose the objects of files that are gone).
COMPILER := $(shell $(CC) --version 2>&1 | head -n 1 | tr -d '\047"$$\140\\')
$(RELEASE)/flags: CONTENT = $(COMPILER) $(COMPILE) $(CFLAGS) $(LDFLAGS) $(LIBS)
$(DEBUG)/flags: CONTENT = $(COMPILER) $(COMPILE) $(DEBUG_CFLAGS) $(LDFLAGS) $(LIBS)
$(CHECK)/flags: CONTENT = $(COMPILER) $(COMPILE) $(CHECK_CFLAGS) $(LDFLAGS) $(LIBS)
$(BUILD)/sources: CONTENT = $(SOURCES) $(TRAINING) $(PAGES)
$(RELEASE)/flags $(DEBUG)/flags $(CHECK)/flags $(BUILD)/sources: always
	@mkdir -p $(@D)
	@printf '%s\n' '$(CONTENT)' | cmp -s - $@ || printf '%s\n' '$(CONTENT)' >$@

# Tests: each program tests/ROOM/test_NAME.c and script tests/ROOM/test_NAME.sh, a line each, and the total.
# They find the program in $CAROUSEL and the helper programs of tests/tools in $TOOLS.
# Each may take TEST_LIMIT seconds.
JOBS ?= 2
TEST_LIMIT ?= 60
TOOL_FOLDER ?= $(CHECK)/tests/tools
CAROUSEL ?= $(PROGRAM)
check-programs: $(TEST_PROGRAMS) $(TOOL_PROGRAMS) $(CHECK)/tests/run $(CHECK)/carousel $(CHECK)/carousel-train
check: all trainer check-programs
	@CAROUSEL='$(CAROUSEL)' TOOLS='$(TOOL_FOLDER)' $(CHECK)/tests/run -j $(JOBS) -t $(TEST_LIMIT) $(TEST_PROGRAMS) $(SCRIPTS)

# The unit tests alone.
check-units: $(TEST_PROGRAMS) $(TOOL_PROGRAMS) $(CHECK)/tests/run
	@TOOLS='$(TOOL_FOLDER)' $(CHECK)/tests/run -j $(JOBS) -t $(TEST_LIMIT) $(TEST_PROGRAMS)

# The parser fuzz loop: FUZZ_SECONDS of random and mutated text.
FUZZ_SECONDS ?= 10
fuzz: $(CHECK)/tests/fuzz/test_parsers $(CHECK)/tests/fuzz/test_engine_output
	$(CHECK)/tests/fuzz/test_parsers $(FUZZ_SECONDS)
	$(CHECK)/tests/fuzz/test_engine_output $(FUZZ_SECONDS)

demo: $(EXE)
	@$(PROGRAM) demo

perft: $(EXE)
	@status=0; for suite in perft/*.epd; do $(PROGRAM) perft --epd $$suite || status=1; done; exit $$status

# Speed of counting beside the engines of PEERS that are installed; RUNS=5 paired runs each.
PEERS ?= stockfish fairy-stockfish
# Debian keeps engines in /usr/games, which is not on everybody's PATH.
bench-perft: $(EXE) $(CHECK)/tests/bench/perft_peers
	@PATH="$$PATH:/usr/games" $(CHECK)/tests/bench/perft_peers $(PROGRAM) $(PEERS)

# What an exhibition costs: the core alone; with its controller; big halls. More in tests/bench/simul_hall.c.
bench-simul: $(RELEASE)/tests/bench/simul_core $(RELEASE)/tests/bench/simul_hall $(CHECK)/tests/tools/fake_engine
	@$(RELEASE)/tests/bench/simul_core
	@$(RELEASE)/tests/bench/simul_hall visit overhead $(CHECK)/tests/tools/fake_engine overrun builtin

bench: $(EXE)
	@$(PROGRAM) bench

# Installs what has been built, and builds nothing: whoever installs as root must not compile with other flags.
BINDIR ?= $(PREFIX)/bin
MANDIR ?= $(PREFIX)/share/man
DOCDIR ?= $(PREFIX)/share/doc/carousel
DOCUMENTS = COPYING README.md $(wildcard src/doc/*.simul) $(wildcard src/doc/*.json)
install:
	@test -f '$(EXE)' || { echo 'There is no $(EXE) yet: make it first, as yourself.' >&2; exit 1; }
	mkdir -p '$(DESTDIR)$(BINDIR)'
	install -m 755 '$(EXE)' '$(DESTDIR)$(BINDIR)/carousel'
	mkdir -p '$(DESTDIR)$(MANDIR)/man6' '$(DESTDIR)$(DOCDIR)'
	install -m 644 src/doc/carousel.6 '$(DESTDIR)$(MANDIR)/man6/carousel.6'
	install -m 644 $(DOCUMENTS) '$(DESTDIR)$(DOCDIR)'

uninstall:
	rm -f '$(DESTDIR)$(BINDIR)/carousel' '$(DESTDIR)$(MANDIR)/man6/carousel.6' $(foreach file,$(notdir $(DOCUMENTS)),'$(DESTDIR)$(DOCDIR)/$(file)')
	-rmdir '$(DESTDIR)$(DOCDIR)' 2>/dev/null

clean:
	rm -rf build $(BUILD) $(EXE) $(EXE)-train $(EXE)-debug

help:
	@echo 'make            build $(PROGRAM), tuned to this machine'
	@echo 'make demo       an exhibition of eight boards, shown on the terminal'
	@echo 'make check      build and run all tests'
	@echo 'make perft      count moves and compare with the known numbers'
	@echo 'make bench      search fixed positions: node count and speed'
	@echo 'make bench-simul  what a visit costs in an exhibition of 10, 1000 and 10 000 boards'
	@echo 'make bench-perft  the speed of counting beside other engines: PEERS="stockfish ..." RUNS=5'
	@echo 'make debug      build $(PROGRAM)-debug: no optimisation, asserts, symbols'
	@echo 'make fuzz       throw random text at the parsers for FUZZ_SECONDS=10'
	@echo 'make install    what was built, to DESTDIR=, PREFIX=/usr/local or BINDIR=, MANDIR=, DOCDIR=; make uninstall takes it away'
	@echo 'make trainer    build $(EXE)-train, which fits the evaluation'
	@echo 'make clean      remove everything that was built'
	@echo
	@echo 'CC=clang        the compiler: gcc from 10, clang from 13'
	@echo 'CFLAGS=-O2      optimisation'
	@echo 'ARCH=x86-64     the processor to build for: a name for -march (on ARM -mcpu), default native'
	@echo 'EXE=name        the name of the program'

.PHONY: all trainer debug check check-programs check-units fuzz demo perft bench bench-perft bench-simul install uninstall clean help always
.SECONDARY:
.DELETE_ON_ERROR:
-include $(shell find $(BUILD) -name '*.d' 2>/dev/null)
