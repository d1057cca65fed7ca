// @ts-check
// The character and its ghost.

/** @typedef {import("./pen.js").LevelPen} Pen */
/** @typedef {import("./scene.js").Shown} Shown */

/** @param {Pen} pen @param {Shown} shown */
export function drawGhost(pen, shown) {
    const last = shown.ghost.length / 2 - 1;
    const at = Math.min(shown.frame, last) * 2;
    const { colour } = pen;
    box(pen, shown.ghost[at], shown.ghost[at + 1], shown.body);
    pen.fill(colour.rival, 0.35).stroke(colour.rival, 1.5, [3, 2]);
}

/** @param {Pen} pen @param {Shown} shown */
export function drawBody(pen, { position, body, facing, isDead }) {
    const { context, colour } = pen;
    box(pen, position[0], position[1], body);
    pen.fill(isDead ? colour.quiet : colour.hero).stroke(isDead ? colour.quiet : colour["hero-edge"], 1.5);
    // Eyes, so that one sees where it looks.
    const size = Math.min(body[0], body[1]);
    const eye = (/** @type {number} */ share) =>
        pen.at(position[0] + body[0] * (0.5 + facing * share), position[1] + body[1] - size * 0.36);
    const radius = Math.max(size * 0.09 * pen.view.scale, 0.8);
    context.beginPath();
    for (const { x, y } of [eye(0.04), eye(0.3)]) {
        if (isDead) {
            context.moveTo(x - radius, y - radius);
            context.lineTo(x + radius, y + radius);
            context.moveTo(x - radius, y + radius);
            context.lineTo(x + radius, y - radius);
        } else {
            context.moveTo(x + radius, y);
            context.arc(x, y, radius, 0, 2 * Math.PI);
        }
    }
    if (isDead) pen.stroke(colour.raised, 1.5);
    else pen.fill(colour.raised);
}

/** The outline of a body. @param {Pen} pen @param {number} x @param {number} y @param {ArrayLike<number>} body */
function box(pen, x, y, body) {
    const [low, high] = [pen.at(x, y), pen.at(x + body[0], y + body[1])];
    const radius = Math.min(3 * pen.view.scale, (high.x - low.x) / 3, (low.y - high.y) / 3);
    pen.context.beginPath();
    pen.context.roundRect(low.x, high.y, high.x - low.x, low.y - high.y, Math.max(radius, 0));
}
