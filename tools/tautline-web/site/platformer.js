// @ts-check
// The platformer page: a click sends the character, which follows its plan in the simulated physics.

import { showFault } from "./common/fault.js";
import { takeFiles } from "./common/files.js";
import { addHeader } from "./common/header.js";
import { element, input } from "./common/page.js";
import { loadLibrary } from "./common/wasm.js";
import { Game } from "./platformer/game.js";
import { isTyping } from "./platformer/hands.js";

/** The start of the character in each level that comes with the page: column and row. */
const STARTS = /** @type {Record<string, [number, number]>} */ ({ castle: [2, 3], treehouse: [2, 2], cavern: [2, 2] });
/** The greatest size of a file, in bytes. */
const MOST_BYTES = 8e6;

addHeader("platformer.html");

const library = await loadLibrary("play").catch((error) => {
    element("message").textContent = "";
    showFault(error);
    throw error;
});

const game = new Game(library);

/** @param {() => void} act */
function trying(act) {
    try {
        act();
    } catch (error) {
        showFault(error);
    }
}

/** Opens one of the levels that come with the page. @param {string} name */
async function openShipped(name) {
    try {
        const answer = await fetch(`levels/${name}.txt`);
        if (!answer.ok) throw new Error(`the level ${name} cannot be fetched (${answer.status})`);
        game.open({ name: `${name}.txt`, bytes: new Uint8Array(await answer.arrayBuffer()) }, STARTS[name]);
    } catch (error) {
        showFault(error);
    }
}

const levels = /** @type {HTMLSelectElement} */ (element("levels"));
levels.addEventListener("change", () => {
    // The entry of a file that was opened before cannot be chosen again.
    levels.querySelector("option[value='']")?.remove();
    openShipped(levels.value);
    levels.blur();
});

function reset() {
    const { file } = game;
    if (!file) return;
    const start = STARTS[file.name.replace(/\.txt$/, "")];
    trying(() => game.open(file, levels.value ? start : undefined));
}
element("reset").addEventListener("click", reset);
element("whole").addEventListener("click", () => game.camera.showWhole());

takeFiles({
    endings: [".txt", ".tmx", ".tmj", ".ldtk"],
    most: MOST_BYTES,
    input: input("file"),
    take: (file) => {
        game.open(file);
        levels.querySelector("option[value='']")?.remove();
        levels.add(new Option(file.name, "", true, true), 0);
    },
    refuse: showFault,
});

/** Formats the values of the sliders. */
const FORMATS = /** @type {Record<string, (value: string) => string>} */ ({
    width: (value) => `${value} px`,
    height: (value) => `${value} px`,
    jump: (value) => (value === "1" ? "1 tile" : `${value} tiles`),
    speed: (value) => `× ${["⅛", "¼", "½", "1"][+value - 1]}`,
});
for (const [id, words] of Object.entries(FORMATS)) {
    input(id).addEventListener("input", () => {
        element(`${id}-value`).textContent = words(input(id).value);
        if (id === "speed") game.clock.pace = 2 ** (+input(id).value - 4);
        else trying(() => game.reshape());
    });
}
for (const radio of document.querySelectorAll("input[name=axis]")) {
    radio.addEventListener("change", () => trying(() => game.reshape()));
}
for (const layer of ["trajectory", "keys", "ghost", "spans", "links"]) {
    input(`show-${layer}`).addEventListener("change", () => {
        element("keys-strip").hidden = !input("show-keys").checked;
        game.ask();
    });
}

addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey || isTyping(event)) return;
    const move = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] }[event.key];
    if (event.shiftKey && move && game.stage) {
        event.preventDefault();
        const { stage } = game;
        const [x, y] = stage.position();
        const mark = game.mark ?? { column: Math.floor(x / stage.tile), row: Math.floor(y / stage.tile) };
        game.mark = game.inside({ column: mark.column + move[0], row: mark.row + move[1] }) ?? mark;
        game.drawing.ask();
        return;
    }
    if (event.key === "Enter" && game.mark) game.send(game.mark);
    else if (event.key.toLowerCase() === "t" && game.mark) game.toggle(game.mark);
    else if (event.key.toLowerCase() === "r") reset();
});
document.addEventListener("themechange", () => {
    game.scene.overview.forget();
    game.ask();
});

await openShipped(levels.value);

/** For tests: the stage, and the places of cells on the screen. */
Object.assign(window, {
    tautline: {
        get stage() {
            return game.stage;
        },
        /** The middle of a cell, in CSS pixels of the window. @param {number} column @param {number} row */
        cell(column, row) {
            const tile = game.stage?.tile ?? 1;
            const { left, top } = element("level").getBoundingClientRect();
            const at = game.view.toScreen({ x: (column + 0.5) * tile, y: (row + 0.5) * tile });
            return { x: left + at.x, y: top + at.y };
        },
        get known() {
            return game.exploration.known;
        },
        get ghostFrame() {
            return game.motion.ghostFrame;
        },
    },
});
