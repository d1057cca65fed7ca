// @ts-check
// Drawing in pixels of the level.

import { Pen } from "../common/pen.js";

export class LevelPen extends Pen {
    /**
     * A rectangle by its lower left corner, on whole pixels, so that neighbours meet without a seam.
     * @param {number} x @param {number} y @param {number} width @param {number} height @param {string} ink
     */
    block(x, y, width, height, ink) {
        const [low, high] = [this.at(x, y), this.at(x + width, y + height)];
        const [left, top] = [Math.round(low.x), Math.round(high.y)];
        this.context.fillStyle = ink;
        this.context.fillRect(left, top, Math.round(high.x) - left, Math.max(Math.round(low.y) - top, 1));
    }
}
