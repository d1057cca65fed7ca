// @ts-check
// The layers of the plan and of the moves, as far as they are switched on.

import { input } from "../common/page.js";

/** @typedef {import("../wasm/play.js").Stage} Stage */

/** @type {Float64Array} */
const NONE = new Float64Array();

export class Layers {
    constructor() {
        // In pixels of the level.
        this.trajectory = NONE;
        this.waypoints = NONE;
        this.ghost = NONE;
        this.spans = NONE;
    }

    /** Reads the current plan, if there is one. @param {Stage} stage */
    take(stage) {
        this.trajectory = stage.trajectory();
        this.waypoints = stage.waypoints();
        this.ghost = stage.ghost();
        this.spans = stage.spans();
    }

    /** The last frame of the ghost, if it is shown; -1 if not. */
    get lastGhostFrame() {
        return isShown("ghost") ? this.ghost.length / 2 - 1 : -1;
    }

    /**
     * @param {Stage} stage
     * @param {{ x: number, y: number } | null} pointer below which moves are looked for; without one, below the body
     * @param {boolean} isByHand there is no plan then
     */
    shown(stage, pointer, isByHand) {
        const [x, y] = stage.position();
        const from = pointer ?? { x: x + stage.body()[0] / 2, y: y + 1 };
        return {
            trajectory: isShown("trajectory") && !isByHand ? this.trajectory : NONE,
            waypoints: this.waypoints,
            ghost: isShown("ghost") && !isByHand ? this.ghost : NONE,
            spans: isShown("spans") ? this.spans : NONE,
            links: isShown("links") ? stage.links_below(from.x, from.y) : NONE,
        };
    }
}

/** @param {string} layer */
function isShown(layer) {
    return input(`show-${layer}`).checked;
}
