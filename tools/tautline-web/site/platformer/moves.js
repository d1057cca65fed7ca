// @ts-check
// The spans, and the moves from one of them.

/** @typedef {import("./pen.js").LevelPen} Pen */
/** @typedef {import("./scene.js").Shown} Shown */

/** @param {Pen} pen @param {Shown} shown */
export function drawSpans(pen, { spans, body }) {
    const { context } = pen;
    const { width, height } = pen.view.size();
    context.beginPath();
    for (let i = 0; i < spans.length; i += 3) {
        const [from, to] = [pen.at(spans[i], spans[i + 2]), pen.at(spans[i + 1] + body[0], spans[i + 2])];
        if (from.y < 0 || from.y > height || to.x < 0 || from.x > width) continue;
        context.moveTo(from.x + 2, from.y - 1.5);
        context.lineTo(to.x - 2, to.y - 1.5);
    }
    pen.stroke(pen.colour.span, 3);
}

/** @param {Pen} pen @param {Shown} shown */
export function drawLinks(pen, { links, body, tile }) {
    const { context, colour } = pen;
    context.globalAlpha = 0.55;
    context.beginPath();
    for (let i = 0; i < links.length; i += 7) {
        const [low, high, y, toLow, toHigh, toY] = Array.from({ length: 6 }, (_, k) => links[i + k]);
        const from = pen.at((low + high + body[0]) / 2, y + body[1] / 2);
        const to = pen.at((toLow + toHigh + body[0]) / 2, toY + body[1] / 2);
        const over = pen.at((low + high + toLow + toHigh) / 4 + body[0] / 2, Math.max(y, toY) + 2.5 * tile);
        context.moveTo(from.x, from.y);
        context.quadraticCurveTo(over.x, over.y, to.x, to.y);
    }
    pen.stroke(colour.link, 1);
    context.globalAlpha = 0.8;
    context.beginPath();
    for (let i = 0; i < links.length; i += 7) {
        const [from, to] = [pen.at(links[i + 3], links[i + 5]), pen.at(links[i + 4] + body[0], links[i + 5])];
        context.moveTo(from.x, from.y - 3);
        context.lineTo(to.x, to.y - 3);
    }
    pen.stroke(colour.link, 4);
    context.globalAlpha = 1;
}
