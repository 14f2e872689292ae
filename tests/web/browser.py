#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-only
"""An evening with three people at pages and two built-in opponents, in a real browser (headless Chromium).

Usage: browser.py CAROUSEL FOLDER. A promotion, a castling, a draw claimed, resignations, a page loaded anew, the program killed
and resumed under open pages; the score sheets are what was played, and no page has reported an error. Screenshots go to FOLDER.
"""
import os
import pty
import re
import signal
import subprocess
import sys
import threading
import time

from selenium import webdriver
from selenium.common.exceptions import StaleElementReferenceException
from selenium.webdriver.common.by import By
from selenium.webdriver.support.ui import WebDriverWait

PROGRAM, FOLDER = os.path.abspath(sys.argv[1]), sys.argv[2]
os.makedirs(FOLDER, exist_ok=True)
os.chdir(FOLDER)
for name in os.listdir("."):
    if name.startswith("evening") or name.endswith(".png"):
        os.remove(name)

SEATS = [
    '1 name "Anna" fen "6k1/8/8/8/8/8/p7/4K2R w K - 0 1" browser',
    '2 name "Ben <b>&" fen "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/4K3 w kq - 0 1" browser',
    '3 name "Carl" fen "7k/8/8/8/8/8/r7/6K1 w - - 99 80" browser',
    "4 builtin nodes 200",
    "5 builtin nodes 200",
]
NEW = ["simul", "--plain", "--listen", "0", "--movetime", "60", "--late", "pass", "--misses", "0", "--reply-people", "30000",
       "--reply-engines", "5000", "--claims", "fide", "--maxmoves", "4", "--seed", "3", "--pgn", "evening.pgn", "--journal", "evening.journal"]
for seat in SEATS:
    NEW += ["--seat", seat]


class Program:
    """Carousel on a terminal, where it says its links."""

    def __init__(self, arguments):
        self.text = ""
        ours, theirs = pty.openpty()
        self.process = subprocess.Popen([PROGRAM] + arguments, stdin=subprocess.DEVNULL, stdout=theirs, stderr=theirs)
        os.close(theirs)
        threading.Thread(target=self.read, args=(ours,), daemon=True).start()

    def read(self, descriptor):
        try:
            while data := os.read(descriptor, 65536):
                self.text += data.decode(errors="replace")
        except OSError:
            pass

    def wait_for(self, pattern):
        deadline = time.monotonic() + 15
        while time.monotonic() < deadline:
            if found := re.search(pattern, self.text, re.S):
                return found
            time.sleep(0.05)
        sys.exit(f"not said: {pattern}\n{self.text}")


def browser(width, height, phone):
    options = webdriver.ChromeOptions()
    for argument in ("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", f"--window-size={width},{height}"):
        options.add_argument(argument)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    made = webdriver.Chrome(options=options)
    if phone:
        made.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {"width": width, "height": height, "deviceScaleFactor": 2, "mobile": True})
    return made


def find(page, selector):
    return page.find_element(By.CSS_SELECTOR, selector)


def wait(page, what, check):
    try:
        return WebDriverWait(page, 20, 0.05, [StaleElementReferenceException]).until(check)
    except Exception:
        page.save_screenshot("failed.png")
        sys.exit(f"{what}: {find(page, 'body').text[:600]}")


def moves_of(page):
    return page.execute_script("return [...document.querySelectorAll('#moves button')].map(button => button.textContent)")


def wait_turn(page):
    wait(page, "no turn", lambda p: "yours" in find(p, "#turn-line").get_attribute("class"))


def tap(page, square):
    find(page, f"[data-square={square}]").click()


def wait_played(page, san):
    wait(page, f"{san} is not played", lambda p: san in moves_of(p))


def wait_over(page):
    wait(page, "no end", lambda p: find(p, "#end").is_displayed())


def resign(page):
    wait_turn(page)
    find(page, "[data-do=resign]").click()
    find(page, "#yes").click()
    wait_over(page)


def check_fits(page):
    sizes = page.execute_script("return [document.documentElement.scrollWidth, innerWidth]")
    assert sizes[0] <= sizes[1], f"wider than the screen: {sizes}"


program = Program(NEW)
base = program.wait_for(r"listen (http://\S+)").group(1)
program.wait_for(r"Board 3 Carl +\S+/seat/[0-9a-f]{32}\s")
links = dict(re.findall(r"(Organizer|Board \d)[^\n]*?(http://\S+/[0-9a-f]{32})", program.text))
organizer, anna, ben, carl = [browser(*size) for size in ((1280, 900, False), (360, 740, True), (1280, 800, False), (390, 844, True))]
pages = [organizer, anna, ben, carl]
try:
    for page, link in zip(pages, ("Organizer", "Board 1", "Board 2", "Board 3")):
        page.get(links[link])
    wait(organizer, "not everybody is here", lambda p: "Everybody is here" in find(p, "#hall").text)
    organizer.save_screenshot("organizer.png")
    find(organizer, "[data-do=start]").click()

    # Anna promotes, on a phone.
    wait_turn(anna)
    check_fits(anna)
    tap(anna, "a2")
    assert "goal" in find(anna, "[data-square=a1]").get_attribute("class")
    assert "goal" not in find(anna, "[data-square=a3]").get_attribute("class")
    tap(anna, "a1")
    wait(anna, "no choice", lambda p: find(p, "#promotion").is_displayed())
    anna.save_screenshot("promotion.png")
    find(anna, "#choices [data-piece=n]").click()
    wait(anna, "no promotion", lambda p: "a1=N" in find(p, "#moves").text)

    # Ben's turn comes. His page is loaded anew; then the program is killed, and resumed under all open pages.
    wait_turn(ben)
    ben.refresh()
    wait_turn(ben)
    ben.save_screenshot("seat.png")
    program.process.send_signal(signal.SIGKILL)
    program.process.wait()
    assert os.stat("evening.journal").st_mode & 0o777 == 0o600
    program = Program(["simul", "--plain", "--resume", "evening.journal"])
    assert program.wait_for(r"listen (http://\S+)").group(1) == base
    wait(ben, "not there again", lambda p: not find(p, "#lost").is_displayed())
    wait_turn(ben)
    tap(ben, "e8")
    tap(ben, "g8")
    wait_played(ben, "O-O")

    # What is impossible is refused with its reason; Carl claims his draw.
    wait_turn(carl)
    find(carl, "#move").send_keys("Ra9")
    find(carl, "#send").click()
    wait(carl, "no reason", lambda p: find(p, "#message").text != "")
    find(carl, "[data-do=claim]").click()
    wait_over(carl)
    assert find(carl, "#end-title").text == "A draw"
    carl.save_screenshot("end.png")

    # The hall, while it goes on.
    hall = organizer
    hall.get(base)
    wait(hall, "no boards", lambda p: len(p.find_elements(By.CSS_SELECTOR, "button.tile")) == 5)
    assert "Ben <b>&" in find(hall, "#tiles").text
    wait_turn(anna)
    hall.save_screenshot("hall.png")
    resign(anna)
    assert find(anna, "#end-title").text == "You have lost"
    wait_turn(ben)
    find(ben, "#move").send_keys("h6")
    find(ben, "#send").click()
    wait_played(ben, "h6")
    resign(ben)

    organizer.get(links["Organizer"])
    wait(organizer, "it does not end", lambda p: find(p, "[data-do=close]").is_displayed())
    find(organizer, "[data-do=close]").click()
    find(organizer, "#yes").click()
    assert program.process.wait(15) == 0, program.text
    wait(ben, "no last word", lambda p: "over" in find(p, "#turn").text)

    shown = {page: moves_of(page) for page in (anna, ben, carl)}
    games = open("evening.pgn", encoding="utf-8").read().split("[Event ")[1:]
    assert len(games) == 5, len(games)
    for page, name in ((anna, "Anna"), (ben, "Ben <b>&"), (carl, "Carl")):
        game = next(g for g in games if f'[Black "{name}"]' in g)
        moves = re.sub(r"\{[^}]*\}", " ", game.split("\n\n", 1)[1])
        moves = re.sub(r"\d+\.(\.\.)?", " ", moves).split()
        assert moves[:-1] == shown[page], (name, moves, shown[page])
    result = {name: re.search(rf'\[Black "{name}.*?\[Result "([^"]*)"', "".join(games), re.S).group(1) for name in ("Anna", "Ben", "Carl")}
    assert result == {"Anna": "1-0", "Ben": "1-0", "Carl": "1/2-1/2"}, result
    for page in pages:
        for entry in page.get_log("browser"):
            lost = "net::ERR_" in entry["message"] and "/events" in entry["message"]
            assert lost or entry["level"] not in ("SEVERE", "WARNING"), entry
finally:
    for page in pages:
        page.quit()
    if program.process.poll() is None:
        program.process.kill()
print("web/browser: three people, one evening: as it should be")
