// SPDX-License-Identifier: GPL-3.0-only
// Playing: at one board, or as A from board to board.
"use strict";

const path = location.pathname.replace(/\/+$/, "");
const exhibitor = document.body.dataset.role === "exhibitor";
const boards = new Map();
let hall = null, seat = null, shown = null, picked = -1, prepared = "", sending = false, resigning = null;
let typedAt = null; // where the move being typed is meant for: nothing else than this position
let spokenTurn = "", spokenTen = "", endSeen = "", over = "";

const board = new Board(byId("board"), pressed);
const countdown = new Countdown(drawClock);
const mine = () => seat === null ? undefined : boards.get(seat.board);
const can = what => seat !== null && seat.can !== undefined && seat.can.includes(what) && !sending;
// Where an order is meant for, from the moment somebody sets out to give it.
const place = () => seat === null ? null : {board: seat.board, round: seat.round, ply: seat.ply ?? 0};
const legal = () => seat?.legal ?? [];

function say(text, bad = true) { byId("message").textContent = text; byId("message").className = bad ? "bad" : ""; }
function speak(text) { byId("speak").textContent = text; }

// ---- Sound and a screen that stays awake, where the browser allows it ----

let audio = null, wakeLock = null;

function beep() {
    if (!byId("sound").checked || audio === null) return;
    const tone = audio.createOscillator(), volume = audio.createGain();
    tone.frequency.value = 660;
    volume.gain.setValueAtTime(.2, audio.currentTime);
    volume.gain.exponentialRampToValueAtTime(.001, audio.currentTime + .5);
    tone.connect(volume).connect(audio.destination);
    tone.start();
    tone.stop(audio.currentTime + .5);
}

byId("sound").addEventListener("change", event => { if (event.target.checked) { audio = audio ?? new AudioContext(); audio.resume(); beep(); } });

async function stayAwake() {
    try { if (!document.hidden && (wakeLock === null || wakeLock.released)) wakeLock = await navigator.wakeLock.request("screen"); } catch { wakeLock = null; }
}
if (navigator.wakeLock) { stayAwake(); document.addEventListener("visibilitychange", stayAwake); document.addEventListener("click", stayAwake); }

// ---- Drawing ----

function drawClock(left) {
    const awaited = seat?.here && (can("move") || sending);
    byId("clock").textContent = left !== null && awaited ? timeText(left) : "";
    const key = seat === null ? "" : `${seat.board} ${seat.round} ${seat.ply}`;
    if (awaited && left !== null && left <= 10000 && left > 0 && spokenTen !== key) {
        spokenTen = key;
        speak("10 seconds left");
    }
}

function turnText(own) {
    if (over !== "") return over;
    if (!own || own.fen === undefined) return exhibitor ? "No board is waiting just now." : "Welcome. This is your seat.";
    if (own.state === "ended") return `${own.result}: ${own.reason}.`;
    if (hall.phase === "setup") return "Welcome. The exhibition has not begun yet.";
    if (hall.phase === "opening") return "It is about to begin.";
    if (hall.phase === "paused") return "The exhibition is paused.";
    if (hall.phase !== "running") return "The exhibition has stopped; it is saved.";
    if (can("move")) return exhibitor ? `Your move at board ${own.board}.` : `${hall.exhibitor} is at your board: your move.`;
    if (can("consent")) return `${own.name} asks to pass.`;
    if (seat.here) return exhibitor ? `${own.name} is to reply.` : own.turn === "exhibitor" ? `${hall.exhibitor} is thinking at your board.` : "";
    const steps = seat.away ?? 0;
    if (steps > 0) return steps === 1 ? `${hall.exhibitor} comes to you next.` : `${hall.exhibitor} is ${steps} boards away.`;
    return hall.board > 0 ? `${hall.exhibitor} is at board ${hall.board}.` : "Between two boards.";
}

function draw() {
    const own = mine();
    byId("turn").textContent = hall === null ? "" : turnText(own);
    byId("turn-line").classList.toggle("yours", can("move"));
    for (const button of byId("orders").children) button.hidden = button.dataset.do === "takeback" ? !exhibitor : !can(button.dataset.do);
    byId("send").disabled = !can("move");
    if (!own || own.fen === undefined) return;
    byId("title").textContent = exhibitor ? `Board ${own.board}: ${own.name}` : `${own.name}, board ${own.board}: you have ${seat.color === "white" ? "White" : "Black"}`;
    const plies = shown === null ? own.ply : Math.min(shown, own.ply);
    const position = positionAt(own, plies);
    const king = own.check && plies === own.ply ? position.squares.indexOf(own.fen.split(" ")[1] === "w" ? "K" : "k") : -1;
    const goals = shown !== null || picked < 0 ? [] : goalsOf(position.squares, picked).map(goal => goal.square);
    board.show({...position, black: seat.color === "black", picked: shown === null ? picked : -1, goals, check: king});
    showMoves(byId("moves"), own, plies, ply => { shown = ply === own.ply ? null : ply; draw(); });
    byId("prepared").hidden = prepared === "";
    byId("play-prepared").textContent = prepared === "" ? "" : `Play ${prepared}`;
    byId("play-prepared").disabled = !can("move");
    byId("news").textContent = (shown === null ? "" : "You are going back; the last move shows the game as it stands. ") +
        (own.offer === (exhibitor ? "opponent" : "exhibitor") ? `${exhibitor ? own.name : hall.exhibitor} offers a draw.` : "");
    if (exhibitor) drawNext();
}

function drawNext() {
    const waiting = [...boards.values()].filter(b => b.state === "playing" && b.board !== seat.board)
        .map(b => ({b, steps: ordinal(hall, boards, b.board) ?? b.board})).sort((x, y) => x.steps - y.steps).slice(0, 3);
    byId("next").replaceChildren(...waiting.map(({b}) => {
        const svg = document.createElementNS(SVG, "svg");
        diagram(svg, positionOf(b.fen), b.moves.split(" ").pop(), b.color === "black");
        return element("article", {class: "tile"}, element("h3", {text: `${b.board} ${b.name}`}), svg);
    }));
}

// What the live region says: that it is the person's turn and how long, what was played, the end.
function announce() {
    const own = mine();
    if (!own || hall === null) return;
    const key = `${own.board} ${hall.round} ${own.ply} ${own.state}`;
    if (own.state === "ended" && endSeen !== key && !exhibitor) {
        endSeen = key;
        speak(`The game is over: ${own.result}, ${own.reason}`);
        byId("end-title").textContent = own.result === "1/2-1/2" ? "A draw" : own.result === "*" ? "Unfinished" : (own.result === "1-0") === (seat.color === "white") ? "You have won" : "You have lost";
        byId("end-text").textContent = `${own.result}: ${own.reason}.`;
        if (!byId("end").open) byId("end").showModal();
    } else if (can("move") && spokenTurn !== key) {
        spokenTurn = key;
        const last = own.san === "" ? "" : `${exhibitor ? own.name : hall.exhibitor} played ${own.san.split(" ").pop()}. `;
        speak(`${last}Your move${countdown.left === null ? "" : `, ${timeText(countdown.left)}`}`);
        beep();
    }
}

// ---- Moving ----

// Where the piece on a square may go: the square tapped, and the moves that means. Castling: the king's goal, or the rook.
function goalsOf(squares, from) {
    const goals = new Map();
    const add = (square, move) => goals.set(square, [...(goals.get(square) ?? []), move]);
    for (const move of legal()) {
        if (squareOf(move) !== from) continue;
        const to = squareOf(move.slice(2)), king = squares[from].toLowerCase() === "k";
        add(to, move);
        if (!king) continue;
        const home = from - from % 8, rook = isWhite(squares[from]) ? "R" : "r";
        if (squares[to] === rook) {
            const goal = home + (to > from ? 6 : 2);
            if (Math.abs(goal % 8 - from % 8) > 1) add(goal, move);
        } else if (Math.abs(to - from) === 2) {
            let corner = to > from ? home + 7 : home;
            while (squares[corner] !== rook && corner !== from) corner += to > from ? -1 : 1;
            if (corner !== from && corner !== to) add(corner, move);
        }
    }
    return [...goals].map(([square, moves]) => ({square, moves}));
}

async function pressed(square) {
    const own = mine();
    if (!own || own.fen === undefined) return;
    if (shown !== null) { shown = null; picked = -1; draw(); return; }
    const squares = positionOf(own.fen);
    const goal = picked < 0 ? undefined : goalsOf(squares, picked).find(g => g.square === square);
    if (goal === undefined) {
        picked = square !== picked && goalsOf(squares, square).length > 0 ? square : -1;
        draw();
        return;
    }
    const from = picked, where = place();
    picked = -1;
    const move = goal.moves.some(m => m.length > 4) ? await choosePromotion(goal.moves, isWhite(squares[from])) : goal.moves[0];
    if (move === "") { draw(); return; }
    if (can("move")) { sendMove(move, where); return; }
    prepared = move;
    byId("message").textContent = "";
    draw();
}

function choosePromotion(moves, white) {
    const dialog = byId("promotion");
    return new Promise(done => {
        const close = move => { if (dialog.open) dialog.close(); done(move); };
        byId("choices").replaceChildren(...["q", "r", "b", "n"].flatMap(letter => {
            const move = moves.find(m => m[4] === letter);
            if (move === undefined) return [];
            const svg = document.createElementNS(SVG, "svg");
            svg.setAttribute("viewBox", "0 0 1 1");
            svg.append(use(white ? letter.toUpperCase() : letter, 0, 0));
            const button = element("button", {type: "button", "aria-label": PIECES[letter], "data-piece": letter}, svg);
            button.addEventListener("click", () => close(move));
            return [button];
        }));
        byId("no-promotion").onclick = () => close("");
        dialog.onclose = () => done(""); // also when the board has changed under it
        dialog.showModal();
    });
}

async function send(what, text = "", where = place()) {
    if (seat === null || sending) return;
    sending = true;
    byId("message").textContent = "";
    draw();
    const answer = await order(path + "/order", {do: what, text, ...where});
    sending = false;
    if (!answer.ok) { say(answer.reason); speak(`Refused: ${answer.reason}`); }
    draw();
    return answer.ok;
}

async function sendMove(move, where = place()) {
    prepared = "";
    const sent = await send("move", move, where);
    if (sent) { byId("move").value = ""; typedAt = null; }
}

byId("move").addEventListener("input", () => { typedAt = byId("move").value.trim() === "" ? null : typedAt ?? place(); });
byId("typed").addEventListener("submit", event => {
    event.preventDefault();
    const text = byId("move").value.trim(), now = place();
    if (text !== "" && now !== null) sendMove(text, {...now, board: (typedAt ?? now).board, ply: (typedAt ?? now).ply});
});
byId("play-prepared").addEventListener("click", () => { if (prepared !== "") sendMove(prepared); });
byId("forget").addEventListener("click", () => { prepared = ""; draw(); });
for (const button of byId("orders").children)
    button.addEventListener("click", () => { if (button.dataset.do !== "resign") { send(button.dataset.do); return; } resigning = place(); byId("sure").showModal(); });
byId("yes").addEventListener("click", () => { byId("sure").close(); send("resign", "", resigning); });
byId("no").addEventListener("click", () => byId("sure").close());
byId("put-away").addEventListener("click", () => byId("end").close());

document.addEventListener("keydown", event => {
    if (event.target.tagName === "INPUT" || event.ctrlKey || event.altKey || event.metaKey) return;
    if (event.key === "t" || event.key === "T") speak(countdown.left === null ? "No time is running" : `${timeText(countdown.left)} left`);
    if ((event.key === "p" || event.key === "P") && mine()?.fen !== undefined)
        speak(positionOf(mine().fen).map((piece, square) => piece === "" ? "" : `${isWhite(piece) ? "white" : "black"} ${PIECES[piece.toLowerCase()]} ${squareName(square)}`).filter(text => text !== "").join(", "));
});

// ---- Events ----

function takeSeat(next) {
    if (seat !== null && (next.board !== seat.board || next.ply !== seat.ply)) {
        picked = -1;
        shown = null;
        byId("message").textContent = "";
        byId("promotion").close();
        if (typedAt !== null && !sending) { byId("move").value = ""; typedAt = null; say("The position has changed: what you typed is gone."); }
    }
    if (seat !== null && next.board !== seat.board) { prepared = ""; byId("sure").close(); }
    seat = next;
    if (prepared !== "" && (seat.legal === undefined || !seat.legal.includes(prepared))) {
        prepared = "";
        say("The move you prepared is not possible any more.");
    }
    countdown.set(hall);
    draw();
    announce();
}

const NOTES = {
    late: () => "Time is up: the reply is owed at the next visit.",
    offer: note => note.state === "declined" ? "The draw was declined." : note.state === "accepted" ? "The draw was accepted." : note.by === (exhibitor ? "exhibitor" : "opponent") ? "You have offered a draw." : "A draw is offered.",
    pass: note => ({asked: "A pass is asked for.", granted: "The pass is granted.", declined: "The pass is declined.", late: "Time is up: the reply is owed at the next visit."})[note.state] ?? "",
    claim: note => `The claim is ${note.state}: ${note.reason}.`,
    takeback: () => "The last move was taken back.",
    error: note => note.text,
};

listen(path + "/events", {
    state(state) {
        boards.clear();
        for (const one of state.boards) boards.set(one.board, one);
        hall = state.hall;
        takeSeat(state.seat);
    },
    board(one) { boards.set(one.board, one); draw(); },
    hall(next) { hall = next; countdown.set(hall); draw(); },
    seat: takeSeat,
    note(note) {
        const text = NOTES[note.event]?.(note) ?? "";
        if (text === "" || exhibitor && note.board !== seat?.board) return;
        say(text, note.event === "error" || note.event === "late");
        speak(text);
    },
    over(last) { over = last.text; speak(over); draw(); },
}, false);
