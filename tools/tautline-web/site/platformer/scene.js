// @ts-check
// Drawing of the level, layer by layer.

import { colours } from "../common/theme.js";
import { drawBody, drawGhost } from "./body.js";
import { drawLinks, drawSpans } from "./moves.js";
import { Overview } from "./overview.js";
import { LevelPen } from "./pen.js";
import { drawTiles } from "./tiles.js";
import { drawGoal, drawMark, drawPath, drawWaypoints } from "./path.js";

/** @typedef {import("../common/view.js").View} View */
/**
 * What is to be drawn. Places are in pixels of the level, y up; a body's is its lower left corner.
 * @typedef {object} Shown
 * @property {Uint8Array} tiles row by row from the lowest
 * @property {number} columns
 * @property {number} rows
 * @property {number} tile side of a tile
 * @property {ArrayLike<number>} body width and height
 * @property {ArrayLike<number>} position
 * @property {boolean} isDead
 * @property {number} facing -1 or 1
 * @property {number} frame of the plan
 * @property {ArrayLike<number>} trajectory
 * @property {ArrayLike<number>} waypoints
 * @property {ArrayLike<number>} ghost
 * @property {ArrayLike<number>} spans
 * @property {ArrayLike<number>} links
 * @property {ArrayLike<number>} goal
 * @property {{ column: number, row: number } | null} mark
 */

/** Tiles that are smaller than this on the screen are drawn as dots. */
const DOTS_BELOW = 4;

export class Scene {
    constructor() {
        this.overview = new Overview();
    }

    /**
     * @param {CanvasRenderingContext2D} context
     * @param {{ width: number, height: number }} size
     * @param {View} view
     * @param {Shown} shown
     */
    draw(context, { width, height }, view, shown) {
        const colour = colours();
        context.fillStyle = colour.void;
        context.fillRect(0, 0, width, height);
        const pen = new LevelPen(context, view, colour);
        const [across, up] = [shown.columns * shown.tile, shown.rows * shown.tile];
        pen.block(0, 0, across, up, colour.sky);
        if (shown.tile * view.scale < DOTS_BELOW) this.overview.draw(context, view, shown, colour);
        else drawTiles(pen, shown, { width, height });
        if (shown.spans.length) drawSpans(pen, shown);
        if (shown.links.length) drawLinks(pen, shown);
        if (shown.goal.length) drawGoal(pen, shown);
        if (shown.ghost.length) drawPath(pen, shown, shown.ghost, colour.rival, true);
        if (shown.trajectory.length) drawPath(pen, shown, shown.trajectory, colour.trail, false);
        if (shown.waypoints.length && shown.trajectory.length) drawWaypoints(pen, shown);
        if (shown.mark) drawMark(pen, shown, shown.mark);
        if (shown.ghost.length) drawGhost(pen, shown);
        drawBody(pen, shown);
    }
}
