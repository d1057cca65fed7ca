// @ts-check
// The goal of the character, and its path.

/** @typedef {import("./pen.js").LevelPen} Pen */
/** @typedef {import("./scene.js").Shown} Shown */

/** @param {Pen} pen @param {Shown} shown */
export function drawGoal(pen, { goal, tile }) {
    const { context, colour } = pen;
    const [x, y] = [goal[0] * tile, goal[1] * tile];
    const [low, high] = [pen.at(x, y), pen.at(x + tile, y + tile)];
    context.beginPath();
    context.rect(low.x, high.y, high.x - low.x, low.y - high.y);
    pen.fill(colour.flag, 0.18).stroke(colour.flag, 1.5, [4, 3]);
    const [foot, tip] = [pen.at(x + tile / 2, y), pen.at(x + tile / 2, y + tile * 1.7)];
    context.beginPath();
    context.moveTo(foot.x, foot.y);
    context.lineTo(tip.x, tip.y);
    pen.stroke(colour.flag, 2);
    const [point, back] = [pen.at(x + tile * 1.15, y + tile * 1.4), pen.at(x + tile / 2, y + tile * 1.1)];
    context.beginPath();
    context.moveTo(tip.x, tip.y);
    context.lineTo(point.x, point.y);
    context.lineTo(back.x, back.y);
    pen.fill(colour.flag);
}

/**
 * The path of the body's middle.
 * @param {Pen} pen
 * @param {Shown} shown
 * @param {ArrayLike<number>} positions
 * @param {string} ink
 * @param {boolean} isGhost
 */
export function drawPath(pen, { body, tile }, positions, ink, isGhost) {
    const { context, view } = pen;
    const middle = (/** @type {number} */ i) => pen.at(positions[i] + body[0] / 2, positions[i + 1] + body[1] / 2);
    context.beginPath();
    for (let i = 0; i < positions.length; i += 2) {
        const point = middle(i);
        if (i === 0) context.moveTo(point.x, point.y);
        else context.lineTo(point.x, point.y);
    }
    context.globalAlpha = isGhost ? 0.8 : 1;
    pen.stroke(ink, isGhost ? 1.5 : 2, isGhost ? [5, 4] : []);
    // A dot for each frame, where there is room for them.
    if (!isGhost && tile * view.scale >= 14) {
        context.beginPath();
        for (let i = 0; i < positions.length; i += 2) {
            const point = middle(i);
            context.moveTo(point.x + 2, point.y);
            context.arc(point.x, point.y, 2, 0, 2 * Math.PI);
        }
        pen.fill(ink);
    }
    context.globalAlpha = 1;
}

/** @param {Pen} pen @param {Shown} shown */
export function drawWaypoints(pen, { waypoints, body }) {
    const { context, colour } = pen;
    context.beginPath();
    for (let i = 0; i < waypoints.length; i += 3) {
        const point = pen.at(waypoints[i + 1] + body[0] / 2, waypoints[i + 2] + body[1] / 2);
        context.moveTo(point.x + 4, point.y);
        context.arc(point.x, point.y, 4, 0, 2 * Math.PI);
    }
    pen.fill(colour.raised).stroke(colour.trail, 2);
}

/** @param {Pen} pen @param {Shown} shown @param {{ column: number, row: number }} mark */
export function drawMark(pen, { tile }, { column, row }) {
    const [low, high] = [pen.at(column * tile, row * tile), pen.at((column + 1) * tile, (row + 1) * tile)];
    pen.context.beginPath();
    pen.context.rect(low.x + 0.5, high.y + 0.5, high.x - low.x - 1, low.y - high.y - 1);
    pen.stroke(pen.colour.ink, 1.25);
}
