# Carousel: GNU make. `make help` lists the targets.

CC ?= cc
CFLAGS ?= -O3
ARCH ?= native
EXE ?= carousel
PREFIX ?= /usr/local
DESTDIR ?=

BUILD ?= build/$(ARCH)

WARNINGS = -Wall -Wextra -Wshadow -Wconversion -Wstrict-prototypes -Wmissing-prototypes -Wvla $(WERROR)
MACHINE = $(if $(ARCH),$(if $(filter aarch64 arm64,$(shell uname -m)),-mcpu=$(ARCH),-march=$(ARCH)))
BASE = -std=c11 -D_POSIX_C_SOURCE=200809L -D_DEFAULT_SOURCE -Isrc -MMD -MP $(WARNINGS) $(MACHINE) -pthread
LIBS = -lm -pthread

# Every room is compiled into a library, so that programs and tests share one list of objects.
ROOMS = system chess rules engine perft simul seats uci cli training
SOURCES := $(foreach room,$(ROOMS),$(wildcard src/$(room)/*.c))
OBJECTS = $(SOURCES:%.c=$(BUILD)/%.o)
TESTS := $(wildcard tests/*/test_*.c)
CHECK_BUILD = $(BUILD)/check
CHECK_OBJECTS = $(SOURCES:%.c=$(CHECK_BUILD)/%.o)
TEST_PROGRAMS = $(TESTS:%.c=$(CHECK_BUILD)/%)

all: $(EXE)

$(EXE): $(BUILD)/src/main.o $(BUILD)/libcarousel.a
	$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $^ $(LIBS)

$(BUILD)/libcarousel.a: $(OBJECTS)
	rm -f $@ && $(AR) rcs $@ $^

$(BUILD)/src/%.o: src/%.c
	@mkdir -p $(@D)
	$(CC) $(BASE) -DNDEBUG $(CFLAGS) -c -o $@ $<

# The tests run with every assert on.
$(CHECK_BUILD)/libcarousel.a: $(CHECK_OBJECTS)
	rm -f $@ && $(AR) rcs $@ $^

$(CHECK_BUILD)/src/%.o: src/%.c
	@mkdir -p $(@D)
	$(CC) $(BASE) -g $(CHECK_CFLAGS) -c -o $@ $<

$(CHECK_BUILD)/tests/%: tests/%.c $(CHECK_BUILD)/libcarousel.a
	@mkdir -p $(@D)
	$(CC) $(BASE) -g $(CHECK_CFLAGS) -Itests -o $@ $< $(CHECK_BUILD)/libcarousel.a $(LIBS)

CHECK_CFLAGS ?= -O2

check: $(EXE) $(TEST_PROGRAMS)
	@status=0; for test in $(TEST_PROGRAMS); do ./$$test || status=1; done; exit $$status

clean:
	rm -rf build $(EXE)

.PHONY: all check clean
-include $(shell find $(BUILD) -name '*.d' 2>/dev/null)
