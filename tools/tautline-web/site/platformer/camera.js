// @ts-check
// The part of the level in view.

/** @typedef {import("../common/view.js").View} View */
/** @typedef {import("../wasm/play.js").Stage} Stage */

/** If tiles would be smaller than this in a view of the whole level, only a part is shown: they would be too small for fingers. */
const SMALLEST_TILE = 9;
/** Tiles are not shown larger than this at first. */
const LARGEST_TILE = 56;
/** Pixels around a level that is shown as a whole. */
const MARGIN = 12;

export class Camera {
    /** @param {View} view */
    constructor(view) {
        this.view = view;
    }

    /** Shows the whole level, or a part of it if tiles would be too small. @param {Stage} stage */
    show(stage) {
        const [across, up] = [stage.columns * stage.tile, stage.rows * stage.tile];
        this.view.fit([0, 0, across, up], MARGIN);
        const side = stage.tile * this.view.scale;
        if (side > LARGEST_TILE) this.view.zoom(LARGEST_TILE / side);
        if (side >= SMALLEST_TILE) return;
        this.view.zoom((SMALLEST_TILE * 1.5) / side);
        this.follow(stage, 0);
    }

    /** Shows all of the level, however small. */
    showWhole() {
        this.view.fit(this.view.bounds, MARGIN);
    }

    /**
     * Keeps the character in view.
     * @param {Stage} stage
     * @param {number} slack the share of the canvas in which it may move
     */
    follow(stage, slack) {
        const { view } = this;
        if (!view.isMoved) return;
        const { width, height } = view.size();
        const [x, y] = stage.position();
        const at = view.toScreen({ x, y });
        const [left, bottom, right, top] = view.bounds;
        const [low, high] = [view.toScreen({ x: left, y: top }), view.toScreen({ x: right, y: bottom })];
        const dx = within(strayed(at.x, width, slack), low.x, high.x, width);
        const dy = within(strayed(at.y, height, slack), low.y, high.y, height);
        if (Math.abs(dx) > 0.5 || Math.abs(dy) > 0.5) view.pan(dx, dy);
    }
}

/**
 * How far a position is out of the middle of a canvas.
 * @param {number} position
 * @param {number} size
 * @param {number} slack the share of the size that counts as the middle
 */
function strayed(position, size, slack) {
    const room = (size * slack) / 2;
    return position - Math.min(Math.max(position, size / 2 - room), size / 2 + room);
}

/**
 * How far to pan for a position that has strayed, so that nothing beyond the level comes into view.
 * @param {number} strayed
 * @param {number} low where the level begins
 * @param {number} high where it ends
 * @param {number} size of the canvas
 */
function within(strayed, low, high, size) {
    return high - low <= size ? (size - high - low) / 2 : Math.min(Math.max(-strayed, size - high), -low);
}
