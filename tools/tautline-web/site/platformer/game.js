// @ts-check
// The level, the character in it, and the messages about them.

import { Drawing } from "../common/canvas.js";
import { clearFault } from "../common/fault.js";
import { chosen, element, input } from "../common/page.js";
import { View } from "../common/view.js";
import { Camera } from "./camera.js";
import { Clock } from "./clock.js";
import { Hands } from "./hands.js";
import { Layers } from "./layers.js";
import { Exploration } from "./exploration.js";
import { Motion, isDead } from "./motion.js";
import { showRace, showVerdict } from "./race.js";
import { Recording } from "./recording.js";
import { Scene } from "./scene.js";
import { drawStrip } from "./strip.js";
import { showMessage } from "./message.js";

/** @typedef {typeof import("../wasm/play.js")} Library */
/** @typedef {import("../wasm/play.js").Stage} Stage */

/** The share of the canvas in which the character may move before the level does. */
const SLACK = 0.4;

/** The state of the page. */
export class Game {
    /** @param {Library} library */
    constructor(library) {
        this.library = library;
        /** @type {Stage | null} */
        this.stage = null;
        /** The file that the level came from. @type {{ name: string, bytes: Uint8Array } | null} */
        this.file = null;
        /** @type {Uint8Array} */
        this.tiles = new Uint8Array();
        /** The goal of an order that cannot be planned yet. @type {[number, number] | null} */
        this.waiting = null;
        /** @type {{ column: number, row: number } | null} */
        this.mark = null;
        /** Where the mouse is, in the level. @type {{ x: number, y: number } | null} */
        this.pointer = null;
        this.recording = new Recording();
        this.layers = new Layers();
        this.scene = new Scene();
        const canvas = /** @type {HTMLCanvasElement} */ (element("level"));
        this.drawing = new Drawing(canvas, (context, size) => this.draw(context, size));
        this.strip = new Drawing(/** @type {HTMLCanvasElement} */ (element("keys")), (context, size) => {
            drawStrip(context, size, {
                runs: this.recording.runs,
                frame: this.stage?.frame ?? 0,
                walkStep: this.stage?.walk_step ?? 1,
                byHand: this.motion.isByHand,
            });
        });
        this.view = new View(canvas, {
            changed: () => this.drawing?.ask(),
            tap: (at) => this.tap(at),
            secondary: (at) => this.toggle(this.cell(at)),
            hover: (at) => {
                this.pointer = at && this.view.toWorld(at);
                this.mark = at && this.inside(this.cell(at));
                this.drawing.ask();
            },
        });
        this.camera = new Camera(this.view);
        this.exploration = new Exploration(() => this.explored());
        this.hands = new Hands(element("pad"), () => {
            this.waiting = null;
            this.clock.start();
        });
        this.motion = new Motion(this.hands, this.layers, this.recording, () => this.planned());
        this.clock = new Clock(() => this.step(), () => this.drawn());
    }

    /**
     * Opens a level from a file; the one that is open stays if that fails.
     * @param {{ name: string, bytes: Uint8Array }} file
     * @param {[number, number]} [start]
     */
    open(file, start) {
        const stage = this.library.Stage.open(file.name, file.bytes, ...this.shape());
        this.stage?.free();
        [this.stage, this.file] = [stage, file];
        if (start) stage.put(...start);
        this.begin(true);
    }

    /** Starts again with the current stage. @param {boolean} isNew true for another level */
    begin(isNew) {
        const stage = this.stage;
        if (!stage) return;
        clearFault();
        this.waiting = null;
        this.motion.begin();
        this.tiles = stage.tiles();
        if (isNew) this.camera.show(stage);
        showMessage("Click to send the character. Right-click to change a tile.");
        this.planned();
        this.exploration.begin(stage);
        this.clock.start();
    }

    /** Body, jump and axis as they are chosen. @returns {[number, number, number, boolean]} */
    shape() {
        return [+input("width").value, +input("height").value, +input("jump").value, chosen("axis") === "digital"];
    }

    reshape() {
        if (!this.stage) return;
        this.stage.reshape(...this.shape());
        this.begin(false);
    }

    /** @param {{ x: number, y: number }} at in CSS pixels */
    cell(at) {
        const { x, y } = this.view.toWorld(at);
        const tile = this.stage?.tile ?? 1;
        return { column: Math.floor(x / tile), row: Math.floor(y / tile) };
    }

    /** The cell, if it is one of the level. @param {{ column: number, row: number }} cell */
    inside(cell) {
        return (this.stage?.tile_at(cell.column, cell.row) ?? 4) < 4 ? cell : null;
    }

    /** @param {{ x: number, y: number }} at */
    tap(at) {
        const cell = this.cell(at);
        if (input("tap-edits").checked) this.toggle(cell);
        else this.send(cell);
    }

    /** Sends the character to a cell, or to the ground below it. @param {{ column: number, row: number }} cell */
    send(cell) {
        const stage = this.stage;
        if (!stage) return;
        if (!this.inside(cell)) {
            showMessage("That is outside of the level.", "bad");
            return;
        }
        const [column, row] = stage.standing_cell(cell.column, cell.row);
        this.motion.isByHand = false;
        this.waiting = null;
        const { Sent } = this.library;
        switch (stage.send(column, row)) {
            case Sent.Goes:
                showMessage("The character is on its way.");
                break;
            case Sent.Waits:
                this.waiting = [column, row];
                showMessage("Planning …");
                break;
            default:
                showMessage(stage.message, "bad");
        }
        this.planned();
        this.clock.start();
    }

    /** Places the chosen tile in a cell, or removes it. @param {{ column: number, row: number }} cell */
    toggle({ column, row }) {
        const stage = this.stage;
        if (!stage) return;
        const brush = +chosen("brush");
        const tile = stage.tile_at(column, row) === brush ? 0 : brush;
        const done = stage.toggle(column, row, tile);
        this.tiles = stage.tiles();
        this.exploration.begin(stage);
        const { Toggled } = this.library;
        switch (done) {
            case Toggled.Outside:
                showMessage("That is outside of the level.", "bad");
                return;
            case Toggled.Occupied:
                showMessage("The character is there.", "bad");
                return;
            case Toggled.Replanned:
                showMessage("Planned again from the current position.");
                break;
            case Toggled.CutOff:
                showMessage(stage.message, "bad");
                break;
            default:
                showMessage("");
        }
        this.planned();
        this.clock.start();
    }

    /** Updates the page after a new plan, or after the plan was dropped. */
    planned() {
        const stage = this.stage;
        if (!stage) return;
        this.recording.plan(stage.inputs());
        this.layers.take(stage);
        showRace(stage);
        showVerdict(stage);
        this.ask();
    }

    /** Called when all moves of the level are known: shows the verdict again, and carries out a waiting order. */
    explored() {
        if (!this.stage) return;
        showVerdict(this.stage);
        this.drawing.ask();
        if (this.waiting) this.send({ column: this.waiting[0], row: this.waiting[1] });
    }

    /** Plays a frame. Returns true if another one follows. */
    step() {
        return this.stage !== null && this.motion.step(this.stage, this.waiting !== null);
    }

    /** Called after the steps of a frame. */
    drawn() {
        if (this.stage) this.camera.follow(this.stage, SLACK);
        this.drawing.drawNow();
        this.strip.drawNow();
    }

    ask() {
        this.drawing.ask();
        this.strip.ask();
    }

    /** @param {CanvasRenderingContext2D} context @param {{ width: number, height: number }} size */
    draw(context, size) {
        const { stage, motion } = this;
        if (!stage) return;
        this.scene.draw(context, size, this.view, {
            ...this.layers.shown(stage, this.pointer, motion.isByHand),
            tiles: this.tiles,
            columns: stage.columns,
            rows: stage.rows,
            tile: stage.tile,
            body: stage.body(),
            position: stage.position(),
            isDead: isDead(stage),
            facing: motion.facing,
            frame: motion.ghostFrame ?? stage.frame,
            goal: stage.goal(),
            mark: this.mark,
        });
    }
}
