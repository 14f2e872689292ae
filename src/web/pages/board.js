// SPDX-License-Identifier: GPL-3.0-only
// What all pages share: positions, boards to look at and to play on, the stream of events, orders.
"use strict";

const SVG = "http://www.w3.org/2000/svg";
const PIECES = {p: "pawn", n: "knight", b: "bishop", r: "rook", q: "queen", k: "king"};

function element(name, attributes = {}, ...children) {
    const made = document.createElement(name);
    for (const [key, value] of Object.entries(attributes))
        if (key === "text") made.textContent = value; else if (key in made && typeof value !== "string") made[key] = value; else made.setAttribute(key, value);
    made.append(...children);
    return made;
}

const byId = id => document.getElementById(id);

// ---- Positions: 64 letters as in FEN, "" where nothing stands; a1 is 0 ----

function positionOf(fen) {
    const squares = new Array(64).fill("");
    let rank = 7, file = 0;
    for (const c of fen.split(" ")[0]) {
        if (c === "/") { rank--; file = 0; }
        else if (c >= "1" && c <= "8") file += Number(c);
        else squares[rank * 8 + file++] = c;
    }
    return squares;
}

const squareOf = text => text.charCodeAt(0) - 97 + 8 * (text.charCodeAt(1) - 49);
const squareName = square => "abcdefgh"[square % 8] + (1 + (square >> 3));
const isWhite = piece => piece !== "" && piece === piece.toUpperCase();

// Plays a legal move of UCI text, castling as two squares of the king or as king takes rook.
function play(squares, uci) {
    const from = squareOf(uci), to = squareOf(uci.slice(2));
    const piece = squares[from], taken = squares[to];
    const made = squares.slice();
    made[from] = "";
    const rook = isWhite(piece) ? "R" : "r";
    if (piece.toLowerCase() === "k" && (taken === rook || Math.abs(to % 8 - from % 8) === 2 && taken === "")) {
        const short = to > from, home = from - from % 8;
        let corner = to;
        if (taken !== rook) for (corner = short ? home + 7 : home; made[corner] !== rook;) corner += short ? -1 : 1;
        made[corner] = "";
        made[home + (short ? 6 : 2)] = piece;
        made[home + (short ? 5 : 3)] = rook;
        return made;
    }
    if (piece.toLowerCase() === "p" && from % 8 !== to % 8 && taken === "")
        made[from - from % 8 + to % 8] = "";
    made[to] = uci.length > 4 ? (isWhite(piece) ? uci[4].toUpperCase() : uci[4]) : piece;
    return made;
}

// The game's position after so many plies, and its last move.
function positionAt(board, plies) {
    let squares = positionOf(board.start);
    const moves = board.moves === "" ? [] : board.moves.split(" ");
    for (const move of moves.slice(0, plies)) squares = play(squares, move);
    return {squares, last: plies > 0 && plies <= moves.length ? moves[plies - 1] : ""};
}

function use(piece, x, y) {
    const node = document.createElementNS(SVG, "use");
    node.setAttribute("href", "/pieces.svg#" + (piece === "board" ? piece : (isWhite(piece) ? "w" : "b") + piece.toUpperCase()));
    if (x !== undefined) { node.setAttribute("x", x); node.setAttribute("y", y); node.setAttribute("width", 1); node.setAttribute("height", 1); }
    return node;
}

// A small diagram.
function diagram(svg, squares, last, black) {
    svg.setAttribute("viewBox", "0 0 8 8");
    svg.setAttribute("class", "board");
    const place = square => black ? [7 - square % 8, square >> 3] : [square % 8, 7 - (square >> 3)];
    const nodes = [use("board")];
    for (const square of last === "" ? [] : [squareOf(last), squareOf(last.slice(2))]) {
        const [x, y] = place(square), mark = document.createElementNS(SVG, "rect");
        for (const [key, value] of Object.entries({class: "last", x, y, width: 1, height: 1})) mark.setAttribute(key, value);
        nodes.push(mark);
    }
    squares.forEach((piece, square) => { if (piece !== "") nodes.push(use(piece, ...place(square))); });
    svg.replaceChildren(...nodes);
}

// ---- A board of squares, to look at or to play on: one stop of the Tab key, arrows inside ----

class Board {
    constructor(place, pressed) {
        this.place = place;
        this.pressed = pressed;
        this.black = false;
        this.cursor = 0;
        this.buttons = [];
        place.className = "squares";
        place.setAttribute("role", "group");
        for (let i = 0; i < 64; i++) {
            const button = element("button", {type: "button", class: "square", tabindex: i === 0 ? "0" : "-1"});
            button.addEventListener("click", () => this.press(i));
            button.addEventListener("keydown", event => this.key(event, i));
            button.addEventListener("dragstart", event => { this.dragged = i; event.dataTransfer.setData("text/plain", ""); });
            button.addEventListener("dragover", event => event.preventDefault());
            button.addEventListener("drop", event => { event.preventDefault(); this.press(this.dragged); this.press(i); });
            this.buttons.push(button);
            place.append(button);
        }
    }
    square(i) { return this.black ? (i >> 3) * 8 + 7 - i % 8 : (7 - (i >> 3)) * 8 + i % 8; }
    press(i) { this.focus(i); if (this.pressed) this.pressed(this.square(i)); }
    focus(i) {
        this.buttons[this.cursor].tabIndex = -1;
        this.cursor = i;
        this.buttons[i].tabIndex = 0;
    }
    key(event, i) {
        const step = {ArrowLeft: i % 8 > 0 ? -1 : 0, ArrowRight: i % 8 < 7 ? 1 : 0, ArrowUp: i > 7 ? -8 : 0, ArrowDown: i < 56 ? 8 : 0}[event.key];
        if (step === undefined) return;
        event.preventDefault();
        this.focus(i + step);
        this.buttons[i + step].focus();
    }
    show({squares, last = "", black = false, picked = -1, goals = [], check = -1}) {
        this.black = black;
        const marks = last === "" ? [] : [squareOf(last), squareOf(last.slice(2))];
        this.buttons.forEach((button, i) => {
            const square = this.square(i), piece = squares[square], name = squareName(square);
            let classes = "square";
            if ((square % 8 + (square >> 3)) % 2 === 0) classes += " dark";
            if (marks.includes(square)) classes += " last";
            if (square === check) classes += " check";
            if (square === picked) classes += " picked";
            if (goals.includes(square)) classes += piece === "" ? " goal" : " goal taken";
            button.className = classes;
            button.dataset.square = name;
            button.draggable = piece !== "";
            button.setAttribute("aria-label", name + (piece === "" ? "" : (isWhite(piece) ? ", white " : ", black ") + PIECES[piece.toLowerCase()]) +
                (goals.includes(square) ? ", possible" : ""));
            if (button.dataset.piece === piece && button.dataset.at === name) return;
            button.dataset.piece = piece;
            button.dataset.at = name;
            const parts = [];
            if (piece !== "") {
                const svg = document.createElementNS(SVG, "svg");
                svg.setAttribute("viewBox", "0 0 1 1");
                svg.setAttribute("aria-hidden", "true");
                svg.append(use(piece, 0, 0));
                parts.push(svg);
            }
            if (i % 8 === 0 || i > 55) parts.push(element("span", {class: "name", "aria-hidden": "true", text: i % 8 === 0 && i > 55 ? name : i % 8 === 0 ? name[1] : name[0]}));
            button.replaceChildren(...parts);
        });
    }
}

// ---- The moves of a game, to go back to ----

function showMoves(place, board, shown, chosen) {
    const sans = board.san === "" ? [] : board.san.split(" ");
    const black = board.start.split(" ")[1] === "b", first = Number(board.start.split(" ")[5] || 1);
    const nodes = [];
    sans.forEach((san, i) => {
        const ply = i + (black ? 1 : 0);
        if (ply % 2 === 0 || i === 0) nodes.push(element("span", {text: (first + (ply >> 1)) + (ply % 2 === 0 ? "." : "…")}));
        const button = element("button", {type: "button", text: san, class: i + 1 === shown ? "now" : ""});
        button.addEventListener("click", () => chosen(i + 1));
        nodes.push(button);
    });
    place.replaceChildren(...nodes);
    const now = place.querySelector(".now");
    if (now) place.scrollTop = now.offsetTop - place.offsetTop - place.clientHeight + 40;
}

// ---- Events ----

// Opens the stream again whenever it has been silent for 25 s or the page comes back to the front.
function listen(path, handlers, closesHidden) {
    let source = null, heard = 0, over = false;
    const lost = byId("lost");
    const open = () => {
        if (source) source.close();
        heard = performance.now();
        source = new EventSource(path);
        for (const [name, handler] of Object.entries(handlers))
            source.addEventListener(name, event => {
                heard = performance.now();
                if (lost) lost.hidden = true;
                if (name === "over") { over = true; source.close(); }
                handler(JSON.parse(event.data));
            });
        source.addEventListener("beat", () => { heard = performance.now(); });
        source.addEventListener("error", () => { if (!over && lost) lost.hidden = false; });
    };
    document.addEventListener("visibilitychange", () => {
        if (over) return;
        if (!document.hidden) open(); else if (closesHidden && source) source.close();
    });
    setInterval(() => {
        const dead = source.readyState === EventSource.CLOSED && performance.now() - heard > 2000;
        if (!over && !document.hidden && (dead || performance.now() - heard > 25000)) open();
    }, 1000);
    open();
}

// How long is left, by this page's own clock from the moment an event came.
class Countdown {
    constructor(shown) { this.shown = shown; this.until = null; setInterval(() => this.tick(), 200); }
    set(hall) { this.until = hall.due === undefined ? null : performance.now() + hall.due - hall.now; this.tick(); }
    get left() { return this.until === null ? null : Math.max(0, this.until - performance.now()); }
    tick() { this.shown(this.left); }
}

function timeText(ms) {
    const seconds = Math.ceil(ms / 1000);
    return seconds < 60 ? seconds + " s" : Math.floor(seconds / 60) + ":" + String(seconds % 60).padStart(2, "0");
}

// ---- Orders ----

function orderId() {
    const bytes = crypto.getRandomValues(new Uint8Array(12));
    return Array.from(bytes, byte => byte.toString(16).padStart(2, "0")).join("");
}

// Sent again with the same number until it is answered, a few seconds long.
async function order(path, fields) {
    const body = JSON.stringify({id: orderId(), ...fields});
    for (let attempt = 0; attempt < 6; attempt++) {
        try {
            const response = await fetch(path, {method: "POST", headers: {"Content-Type": "application/json"}, body, cache: "no-store", credentials: "omit", signal: AbortSignal.timeout?.(4000)});
            if (response.status === 200) return await response.json();
            return {ok: false, reason: response.status === 404 ? "this link is not valid any more" : "refused (" + response.status + ")"};
        } catch {
            await new Promise(done => setTimeout(done, 400 * (attempt + 1)));
        }
    }
    return {ok: false, reason: "no connection: it is not known whether it arrived"};
}

const POINTS = {"1-0": {white: "1", black: "0"}, "0-1": {white: "0", black: "1"}, "1/2-1/2": {white: "½", black: "½"}, "*": {white: "*", black: "*"}};
const points = board => board.state === "ended" ? POINTS[board.result][board.color] : "";

function ordinal(hall, boards, board) {
    const playing = [...boards.values()].filter(b => b.state === "playing").map(b => b.board).sort((a, b) => a - b);
    if (hall.board === 0 || !playing.includes(board)) return null;
    let steps = 0;
    for (let at = hall.board; at !== board && steps <= playing.length; steps++) at = playing.find(b => b > at) ?? playing[0];
    return steps;
}
