// SPDX-License-Identifier: GPL-3.0-only
// Running the exhibition: start, pause, end; who is there, who joins, how a game is decided.
"use strict";

const path = location.pathname.replace(/\/+$/, "");
const boards = new Map();
const rows = new Map();
let people = new Map(), hall = null, over = "";

function say(text, bad) { byId("message").textContent = text; byId("message").className = bad ? "bad" : ""; }

async function give(what, fields = {}) {
    const answer = await order(path + "/order", {do: what, ...fields});
    say(answer.ok ? answer.reason : answer.reason, !answer.ok);
    return answer.ok;
}

function ask(question, done) {
    byId("question").textContent = question;
    byId("yes").onclick = () => { byId("sure").close(); done(); };
    byId("no").onclick = () => byId("sure").close();
    byId("sure").showModal();
}

const SHOWN = {start: ["setup"], pause: ["running"], resume: ["paused", "stopped"], stop: ["running", "paused"], abort: ["opening", "running", "paused"], close: ["stopped", "done"]};
const ASKED = {stop: "End the exhibition after this visit? It is saved.", abort: "End the exhibition now? It is saved.", close: "Close all pages and end the program?"};

function drawHall() {
    const absent = [...people.values()].filter(person => person.open === 0).map(person => `${person.board} ${person.name}`);
    const where = {setup: `It waits for its start.${absent.length ? " Not opened yet: " + absent.join(", ") + "." : " Everybody is here."}`, opening: "The seats are being opened.", paused: "Paused.", stopped: "Stopped, and saved.", done: "It is over."}[hall.phase] ??
        `Round ${hall.round}, A at board ${hall.board} (${hall.stage}).`;
    byId("hall").textContent = `${where} +${hall.wins} =${hall.draws} −${hall.losses}, ${hall.inPlay} in play. ${hall.held ?? ""} ${over}`;
    for (const button of byId("orders").children) button.hidden = !SHOWN[button.dataset.do].includes(hall.phase);
}

function link(person) {
    const anchor = element("a", {href: person.link, text: "open"});
    const copy = element("button", {type: "button", text: "Copy"});
    copy.addEventListener("click", () => {
        const url = new URL(person.link, location.href).href;
        if (navigator.clipboard) navigator.clipboard.writeText(url).then(() => say(`Copied: the link of ${person.name}`, false), () => say(url, false)); else say(url, false);
    });
    return [copy, " ", anchor];
}

function decide(board) {
    const choice = element("select", {"aria-label": `Decide the game at board ${board.board}`});
    for (const [value, text] of [["", "…"], ["1-0", "White wins"], ["0-1", "Black wins"], ["1/2-1/2", "draw"], ["*", "leave it open"], ["leave", "opponent leaves"]])
        choice.append(element("option", {value, text}));
    choice.addEventListener("change", () => {
        const value = choice.value;
        choice.value = "";
        ask(value === "leave" ? `${board.name} leaves, and loses?` : `Board ${board.board}: ${value}?`,
            () => value === "leave" ? give("leave", {board: board.board}) : give("adjudicate", {board: board.board, text: value}));
    });
    return choice;
}

function drawRow(number) {
    const board = boards.get(number), person = people.get(number);
    if (!board) return;
    if (!rows.has(number)) { rows.set(number, element("tr")); byId("table").append(rows.get(number)); }
    const key = JSON.stringify([board.state, board.name, board.san, board.result, person]);
    const row = rows.get(number);
    if (row.dataset.key === key) return;
    row.dataset.key = key;
    const sans = board.san ? board.san.split(" ") : [];
    const cells = [String(number), board.name, person === undefined ? "" : person.open > 0 ? "open" : "not open",
        board.state === "ended" ? `${board.result} ${board.reason}` : sans.length ? `${Math.ceil(sans.length / 2)} moves, ${sans[sans.length - 1]}` : board.state].map(text => element("td", {text}));
    row.replaceChildren(...cells, element("td", {}, ...(person === undefined ? [] : link(person))), element("td", {}, ...(board.state === "playing" ? [decide(board)] : [])));
}

function drawAll() { drawHall(); for (const number of boards.keys()) drawRow(number); }

for (const button of byId("orders").children)
    button.addEventListener("click", () => { const what = button.dataset.do; if (ASKED[what]) ask(ASKED[what], () => give(what)); else give(what); });

byId("join").addEventListener("submit", async event => {
    event.preventDefault();
    const name = byId("name").value.trim();
    if (name !== "" && await give("join", {text: name})) byId("name").value = "";
});

const takePeople = list => { people = new Map(list.map(person => [person.board, person])); };

listen(path + "/events", {
    state(state) { for (const board of state.boards) boards.set(board.board, board); hall = state.hall; takePeople(state.people); drawAll(); },
    board(board) { boards.set(board.board, board); drawRow(board.board); },
    hall(next) { hall = next; drawHall(); },
    people(next) { takePeople(next.people); drawAll(); },
    note(note) {
        const text = note.text ?? note.reason ?? note.state ?? "";
        byId("log").prepend(element("li", {text: `${note.board ? "Board " + note.board + ": " : ""}${note.event} ${text}`}));
        while (byId("log").children.length > 40) byId("log").lastChild.remove();
    },
    over(last) { over = last.text; if (hall) drawHall(); say(over, false); },
}, false);
