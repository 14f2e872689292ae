// SPDX-License-Identifier: GPL-3.0-only
// Watching: all boards small, one large that follows A or stays where it is put.
"use strict";

const boards = new Map();
const tiles = new Map();
const large = new Board(byId("board"));
let hall = null;
let chosen = 1;
let shown = null; // plies; null: the latest
let ended = "";

const countdown = new Countdown(left => drawHall(left));

function drawHall(left) {
    if (hall === null) return;
    const where = {setup: "It has not begun yet.", opening: "The seats are being opened.", paused: "Paused.", stopped: "Stopped, and saved.", done: "It is over."}[hall.phase] ??
        `Round ${hall.round}. ${hall.exhibitor} is at board ${hall.board}` + (hall.stage === "reply" ? ", a reply is awaited" : hall.stage === "think" ? ", thinking" : "") + (left === null ? "." : `: ${timeText(left)}.`);
    byId("hall").textContent = `${where} +${hall.wins} =${hall.draws} −${hall.losses}, ${hall.inPlay} in play. ${ended}`;
}

function drawLarge() {
    const board = boards.get(chosen);
    if (!board || board.fen === undefined) return;
    const plies = shown === null ? board.ply : Math.min(shown, board.ply);
    large.show({...positionAt(board, plies), black: board.color === "black"});
    byId("title").textContent = `Board ${chosen}: ${board.name}`;
    byId("detail").textContent = [`${hall.exhibitor} has ${board.color === "white" ? "White" : "Black"}.`, board.score === undefined ? "" : `Score ${board.score}.`,
        board.state === "ended" ? `${board.result}: ${board.reason}.` : "", shown === null ? "" : "Going back; the last move shows the game as it stands."].join(" ");
    showMoves(byId("moves"), board, plies, ply => { shown = ply === board.ply ? null : ply; drawLarge(); });
}

function drawTile(board) {
    let tile = tiles.get(board.board);
    if (!tile) {
        const button = element("button", {type: "button", class: "tile"});
        const title = element("h3"), name = element("span"), result = element("span", {class: "result"}), text = element("p");
        const svg = document.createElementNS(SVG, "svg");
        title.append(name, " ", result);
        svg.setAttribute("aria-hidden", "true");
        button.append(title, svg, text);
        button.addEventListener("click", () => { byId("follow").checked = false; chosen = board.board; shown = null; mark(); drawLarge(); });
        tile = {button, name, result, text, svg, row: element("tr")};
        tiles.set(board.board, tile);
        byId("tiles").append(button);
        byId("table").append(tile.row);
    }
    const sans = board.san ? board.san.split(" ") : [];
    tile.name.textContent = `${board.board} ${board.name}`;
    tile.result.textContent = points(board);
    tile.text.textContent = board.state === "ended" ? board.reason : (sans.length ? sans[sans.length - 1] : "") +
        (board.opponentLeft === undefined ? "" : ` · ${timeText(board.opponentLeft)}`) + (board.exhibitorLeft === undefined ? "" : ` / ${timeText(board.exhibitorLeft)}`);
    if (board.fen !== undefined) diagram(tile.svg, positionOf(board.fen), board.moves.split(" ").pop(), board.color === "black");
    tile.row.replaceChildren(...[board.board, board.name, board.color === "white" ? "White" : "Black", points(board), Math.ceil((board.ply ?? 0) / 2),
        board.state === "ended" ? board.reason : "in play"].map(text => element("td", {text: String(text)})));
}

function mark() {
    for (const [number, tile] of tiles) {
        const board = boards.get(number);
        tile.button.className = "tile" + (number === hall.board ? " here" : "") + (number === chosen ? " chosen" : "") + (board.state === "ended" ? " ended" : "");
        tile.button.setAttribute("aria-current", number === hall.board ? "true" : "false");
    }
}

function takeHall(next) {
    hall = next;
    document.title = byId("event").textContent = hall.event;
    countdown.set(hall);
    if (byId("follow").checked && hall.board > 0 && hall.board !== chosen) { chosen = hall.board; shown = null; }
    mark();
    drawLarge();
}

listen("/events", {
    state(state) {
        byId("plain").hidden = true;
        byId("live").hidden = false;
        boards.clear(); tiles.clear();
        byId("tiles").replaceChildren(); byId("table").replaceChildren();
        for (const board of state.boards) { boards.set(board.board, board); drawTile(board); }
        takeHall(state.hall);
    },
    board(board) { boards.set(board.board, board); drawTile(board); if (board.board === chosen) drawLarge(); },
    hall: takeHall,
    over(last) { ended = last.text; drawHall(null); },
}, true);
byId("follow").addEventListener("change", () => { if (hall) takeHall(hall); });
