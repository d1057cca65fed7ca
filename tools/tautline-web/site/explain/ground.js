// @ts-check
// The ground of a lesson, drawn.

/** @typedef {import("../common/pen.js").Pen} Pen */
/**
 * @typedef {object} Ground
 * @property {Float32Array} corners of all areas
 * @property {Uint32Array} ends where those of each area end, counted in points
 * @property {Float32Array} walls x, y of both ends
 */

/**
 * The areas, some of them in another colour, and the walls.
 * @param {Pen} pen
 * @param {Ground} ground
 * @param {Set<number>} chosen
 */
export function drawGround(pen, { corners, ends, walls }, chosen) {
    const { context, colour } = pen;
    let from = 0;
    for (const [area, end] of ends.entries()) {
        pen.line(corners.subarray(from * 2, end * 2));
        context.closePath();
        pen.fill(chosen.has(area) ? colour.corridor : colour.ground).stroke(colour["ground-line"], 1);
        from = end;
    }
    for (let i = 0; i < walls.length; i += 4) pen.line(walls.subarray(i, i + 4)).stroke(colour.wall, 1.5);
}
