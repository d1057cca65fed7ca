// @ts-check
// Drawing of tiles that are large enough to be distinguished.

/** @typedef {import("./pen.js").LevelPen} Pen */
/** @typedef {import("./scene.js").Shown} Shown */

const [SOLID, ONE_WAY, DEADLY] = [1, 2, 3];

/**
 * @param {Pen} pen
 * @param {Shown} shown
 * @param {{ width: number, height: number }} size
 */
export function drawTiles(pen, shown, { width, height }) {
    const { columns, rows, tile, tiles } = shown;
    const { colour, view } = pen;
    const [low, high] = [view.toWorld({ x: 0, y: height }), view.toWorld({ x: width, y: 0 })];
    const within = (/** @type {number} */ place, /** @type {number} */ most) =>
        Math.min(Math.max(Math.floor(place / tile), 0), most);
    const [first, last] = [within(low.x, columns), within(high.x, columns - 1)];
    const [bottom, top] = [within(low.y, rows), within(high.y, rows - 1)];
    const at = (/** @type {number} */ column, /** @type {number} */ row) =>
        column < 0 || row < 0 || column >= columns || row >= rows ? SOLID : tiles[row * columns + column];
    if (tile * view.scale >= 12) drawGrid(pen, shown, [first, last, bottom, top]);
    for (let row = bottom; row <= top; row++) {
        let from = first;
        while (from <= last) {
            const kind = at(from, row);
            let end = from + 1;
            while (end <= last && at(end, row) === kind) end++;
            const [x, y, across] = [from * tile, row * tile, (end - from) * tile];
            if (kind === SOLID) pen.block(x, y, across, tile, colour.rock);
            else if (kind === ONE_WAY) drawPlank(pen, x, y, across, tile);
            else if (kind === DEADLY) drawSpikes(pen, x, y, end - from, tile);
            from = end;
        }
    }
    // The upper edge of rock under open sky.
    for (let row = bottom; row <= top; row++) {
        for (let column = first; column <= last; column++) {
            if (at(column, row) !== SOLID) continue;
            if (at(column, row + 1) !== SOLID) {
                pen.block(column * tile, row * tile + tile * 0.8, tile, tile * 0.2, colour["rock-top"]);
            } else if (tile * view.scale >= 8 && (column * 7 + row * 13) % 5 === 0) {
                pen.block(column * tile + tile * 0.2, row * tile + tile * 0.3, tile * 0.45, tile * 0.2, colour["rock-deep"]);
            }
        }
    }
}

/** @param {Pen} pen @param {Shown} shown @param {number[]} range */
function drawGrid(pen, { tile }, [first, last, bottom, top]) {
    const { context, colour } = pen;
    context.beginPath();
    for (let column = first; column <= last + 1; column++) {
        const [from, to] = [pen.at(column * tile, bottom * tile), pen.at(column * tile, (top + 1) * tile)];
        const x = Math.round(from.x) + 0.5;
        context.moveTo(x, from.y);
        context.lineTo(x, to.y);
    }
    for (let row = bottom; row <= top + 1; row++) {
        const [from, to] = [pen.at(first * tile, row * tile), pen.at((last + 1) * tile, row * tile)];
        const y = Math.round(from.y) + 0.5;
        context.moveTo(from.x, y);
        context.lineTo(to.x, y);
    }
    context.lineCap = "butt";
    context.lineWidth = 1;
    context.strokeStyle = colour["sky-line"];
    context.stroke();
}

/** @param {Pen} pen @param {number} x @param {number} y @param {number} across @param {number} tile */
function drawPlank(pen, x, y, across, tile) {
    pen.block(x, y + tile * 0.72, across, tile * 0.28, pen.colour.plank);
    // It can be passed from below: posts, not a wall.
    for (let post = x; post < x + across; post += tile) {
        pen.block(post + tile * 0.42, y + tile * 0.4, tile * 0.16, tile * 0.32, pen.colour.plank);
    }
}

/** @param {Pen} pen @param {number} x @param {number} y @param {number} count @param {number} tile */
function drawSpikes(pen, x, y, count, tile) {
    const { context } = pen;
    context.beginPath();
    for (let spike = 0; spike < count * 2; spike++) {
        const left = x + (spike * tile) / 2;
        const points = [pen.at(left, y), pen.at(left + tile / 4, y + tile * 0.9), pen.at(left + tile / 2, y)];
        context.moveTo(points[0].x, points[0].y);
        context.lineTo(points[1].x, points[1].y);
        context.lineTo(points[2].x, points[2].y);
    }
    pen.fill(pen.colour.spike);
}
