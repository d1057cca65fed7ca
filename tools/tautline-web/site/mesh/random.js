// @ts-check
// Positions on the ground and on the path.

/** @typedef {import("./scene.js").Paths} Paths */
/** @typedef {import("./scene.js").Point} Point */

/**
 * Ground near the diagonal of a map.
 * @param {import("../wasm/mesh.js").World} world
 * @param {[number, number, number, number]} bounds
 * @param {number} share of the diagonal
 */
export function somewhere(world, [left, bottom, right, top], share) {
    const at = { x: left + (right - left) * share, y: bottom + (top - bottom) * share };
    const found = world.nearest(at.x, at.y, Math.hypot(right - left, top - bottom));
    return found.length > 1 ? { x: found[0], y: found[1] } : at;
}

/**
 * The first bend of the path, or else its start.
 * @param {Paths} paths
 * @returns {Point}
 */
export function firstBend(paths) {
    const points = paths.best()?.points;
    return points && points.length > 4 ? { x: points[2], y: points[3] } : paths.start;
}

/**
 * Halfway along the path, if there is one.
 * @param {Paths} paths
 * @returns {Point | null}
 */
export function halfway(paths) {
    const best = paths.best();
    if (!best) return null;
    const { points } = best;
    let left = best.length / 2;
    for (let at = 0; at + 3 < points.length; at += 2) {
        const [x, y, nextX, nextY] = points.subarray(at, at + 4);
        const leg = Math.hypot(nextX - x, nextY - y);
        if (leg >= left) {
            const share = leg > 0 ? left / leg : 0;
            return { x: x + (nextX - x) * share, y: y + (nextY - y) * share };
        }
        left -= leg;
    }
    return paths.goal;
}
