// @ts-check
// Finding the moves of a level, a little at a time, so that the page is never still.

import { element } from "../common/page.js";

/** @typedef {import("../wasm/play.js").Stage} Stage */

/** Milliseconds in which a slice of a level may be learnt. */
const SLICE = 6;
/** However fast it is, no more spans than these are learnt at once. */
const MOST_AT_ONCE = 200;

export class Learning {
    /** @param {() => void} done all of a level is known */
    constructor(done) {
        this.done = done;
        /** @type {Stage | null} */
        this.stage = null;
        /** The share of the level that is known. */
        this.known = 0;
        this.isLearning = false;
        /** How many spans are learnt in a slice. */
        this.atOnce = 1;
    }

    /** Begins anew with a level, or with one that has changed. @param {Stage} stage */
    begin(stage) {
        this.stage = stage;
        this.known = 0;
        this.atOnce = 1;
        if (this.isLearning) return;
        this.isLearning = true;
        setTimeout(() => this.slice());
    }

    slice() {
        const stage = /** @type {Stage} */ (this.stage);
        const started = performance.now();
        this.known = stage.learn(this.atOnce);
        const taken = performance.now() - started;
        const fitting = Math.floor((this.atOnce * SLICE) / Math.max(taken, 0.2));
        this.atOnce = Math.min(Math.max(fitting, 1), MOST_AT_ONCE);
        if (this.known < 1) {
            element("known").textContent = `Learning the level: ${Math.floor(this.known * 100)} %`;
            setTimeout(() => this.slice());
            return;
        }
        this.isLearning = false;
        const spans = (stage.spans().length / 3).toLocaleString("en");
        const links = stage.link_count.toLocaleString("en");
        element("known").textContent = `${spans} places to stand, ${links} moves between them.`;
        this.done();
    }
}
