// @ts-check
// Finding the moves of a level in short slices, so that the page stays responsive.

import { element } from "../common/page.js";

/** @typedef {import("../wasm/play.js").Stage} Stage */

/** The intended time of a slice, in milliseconds. */
const SLICE = 6;
/** The greatest number of spans in a slice. */
const MOST_AT_ONCE = 200;

export class Exploration {
    /** @param {() => void} done called when all moves of a level are known */
    constructor(done) {
        this.done = done;
        /** @type {Stage | null} */
        this.stage = null;
        /** The share of the level that is known. */
        this.known = 0;
        this.isExploring = false;
        /** The number of spans in the next slice. */
        this.atOnce = 1;
    }

    /** Starts with a level, or again after a change of it. @param {Stage} stage */
    begin(stage) {
        this.stage = stage;
        this.known = 0;
        this.atOnce = 1;
        if (this.isExploring) return;
        this.isExploring = true;
        setTimeout(() => this.slice());
    }

    slice() {
        const stage = /** @type {Stage} */ (this.stage);
        const started = performance.now();
        this.known = stage.explore(this.atOnce);
        const taken = performance.now() - started;
        const fitting = Math.floor((this.atOnce * SLICE) / Math.max(taken, 0.2));
        this.atOnce = Math.min(Math.max(fitting, 1), MOST_AT_ONCE);
        if (this.known < 1) {
            element("known").textContent = `Finding all moves in the level: ${Math.floor(this.known * 100)} %`;
            setTimeout(() => this.slice());
            return;
        }
        this.isExploring = false;
        const spans = (stage.spans().length / 3).toLocaleString("en");
        const links = stage.link_count.toLocaleString("en");
        element("known").textContent = `${spans} spans, ${links} moves between them.`;
        this.done();
    }
}
