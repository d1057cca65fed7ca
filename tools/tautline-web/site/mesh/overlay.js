// @ts-check
// The layer above the ground: paths, both ends, obstacles, agents, and the windows of the search.

import { colours } from "../common/theme.js";

/** @typedef {{ x: number, y: number }} Point */

/**
 * What is drawn; points are `x, y, x, y, ...` in world units.
 * @typedef {object} Scene
 * @property {Point} start
 * @property {Point} goal
 * @property {Float32Array | null} exact
 * @property {Float32Array | null} classic
 * @property {Path2D | null} corridor
 * @property {Float32Array | null} expanded triangles: a root, and both ends of a window
 * @property {Float32Array | null} cone
 * @property {Float32Array} obstacles eight corners each
 * @property {import("./crowd.js").Agents | null} agents
 */

/** How large the ends are, in pixels. */
export const GRIP = 9;
/** How wide an agent is drawn at least, in pixels. */
const LEAST_AGENT = 2;
/** From which width on agents are drawn as circles, in pixels. */
const ROUND_AGENT = 6;
/** Corners of an obstacle. */
const OBSTACLE_CORNERS = 8;

/**
 * @param {CanvasRenderingContext2D} context
 * @param {{ width: number, height: number }} size
 * @param {import("../common/view.js").View} view
 * @param {Scene} scene
 */
export function drawScene(context, { width, height }, view, scene) {
    const colour = colours();
    const pixel = 1 / view.scale;
    context.clearRect(0, 0, width, height);
    context.save();
    view.apply(context);
    context.lineJoin = context.lineCap = "round";
    if (scene.corridor) {
        fill(context, scene.corridor, colour.second, 0.16);
        stroke(context, scene.corridor, colour.second, 1 * pixel, 0.35);
    }
    if (scene.expanded) drawExpanded(context, scene.expanded, colour.good, pixel);
    if (scene.cone) drawCone(context, scene.cone, colour.second, pixel);
    drawObstacles(context, scene.obstacles, colour, pixel);
    if (scene.agents) drawAgents(context, scene.agents, view, { width, height }, colour.good);
    if (scene.classic) {
        context.setLineDash([7 * pixel, 6 * pixel]);
        stroke(context, line(scene.classic), colour.second, 2.5 * pixel);
        context.setLineDash([]);
    }
    if (scene.exact) {
        const path = line(scene.exact);
        stroke(context, path, colour.raised, 6 * pixel, 0.8);
        stroke(context, path, colour.accent, 3 * pixel);
        for (let at = 2; at + 3 < scene.exact.length; at += 2) {
            dot(context, scene.exact[at], scene.exact[at + 1], 3 * pixel, colour.accent);
        }
    }
    drawEnd(context, scene.start, colour, pixel, false);
    drawEnd(context, scene.goal, colour, pixel, true);
    context.restore();
}

/**
 * @param {CanvasRenderingContext2D} context
 * @param {Float32Array} triangles
 * @param {string} colour
 * @param {number} pixel
 */
function drawExpanded(context, triangles, colour, pixel) {
    const cones = new Path2D();
    const windows = new Path2D();
    for (let at = 0; at + 5 < triangles.length; at += 6) {
        cones.moveTo(triangles[at], triangles[at + 1]);
        cones.lineTo(triangles[at + 2], triangles[at + 3]);
        cones.lineTo(triangles[at + 4], triangles[at + 5]);
        cones.closePath();
        windows.moveTo(triangles[at + 2], triangles[at + 3]);
        windows.lineTo(triangles[at + 4], triangles[at + 5]);
    }
    fill(context, cones, colour, 0.16);
    stroke(context, windows, colour, 1.5 * pixel, 0.75);
}

/**
 * @param {CanvasRenderingContext2D} context
 * @param {Float32Array} points
 * @param {string} colour
 * @param {number} pixel
 */
function drawCone(context, points, colour, pixel) {
    if (points.length < 2) return;
    const path = line(points);
    fill(context, path, colour, 0.2);
    stroke(context, path, colour, pixel, 0.6);
    dot(context, points[0], points[1], 5 * pixel, colour);
}

/**
 * @param {CanvasRenderingContext2D} context
 * @param {Float32Array} points
 * @param {Record<string, string>} colour
 * @param {number} pixel
 */
function drawObstacles(context, points, colour, pixel) {
    const path = new Path2D();
    for (let at = 0; at + 2 * OBSTACLE_CORNERS <= points.length; at += 2 * OBSTACLE_CORNERS) {
        path.moveTo(points[at], points[at + 1]);
        for (let next = 2; next < 2 * OBSTACLE_CORNERS; next += 2) path.lineTo(points[at + next], points[at + next + 1]);
        path.closePath();
    }
    fill(context, path, colour.wall, 0.55);
    stroke(context, path, colour.wall, 1.5 * pixel);
}

/**
 * As wide as their bodies. Squares where they are small, because thousands of them are drawn.
 * @param {CanvasRenderingContext2D} context
 * @param {import("./crowd.js").Agents} agents
 * @param {import("../common/view.js").View} view
 * @param {{ width: number, height: number }} size
 * @param {string} colour
 */
function drawAgents(context, { positions, radius }, view, { width, height }, colour) {
    context.save();
    // Back to pixels, so that they are sharp.
    const sharpness = context.canvas.width / width;
    context.setTransform(sharpness, 0, 0, sharpness, 0, 0);
    context.fillStyle = colour;
    const size = Math.max(LEAST_AGENT, 2 * radius * view.scale);
    const isRound = size >= ROUND_AGENT;
    for (let at = 0; at < positions.length; at += 2) {
        const x = view.origin.x + positions[at] * view.scale;
        const y = view.origin.y + (view.yDown ? positions[at + 1] : -positions[at + 1]) * view.scale;
        if (x <= -size || y <= -size || x >= width + size || y >= height + size) continue;
        if (isRound) dot(context, x, y, size / 2, colour);
        else context.fillRect(x - size / 2, y - size / 2, size, size);
    }
    context.restore();
}

/**
 * @param {CanvasRenderingContext2D} context
 * @param {Point} at
 * @param {Record<string, string>} colour
 * @param {number} pixel
 * @param {boolean} isGoal
 */
function drawEnd(context, at, colour, pixel, isGoal) {
    dot(context, at.x, at.y, (GRIP + 2) * pixel, colour.raised);
    dot(context, at.x, at.y, GRIP * pixel, colour.accent);
    if (isGoal) dot(context, at.x, at.y, (GRIP - 4) * pixel, colour.raised);
}

/** @param {Float32Array} points */
function line(points) {
    const path = new Path2D();
    path.moveTo(points[0], points[1]);
    for (let at = 2; at + 1 < points.length; at += 2) path.lineTo(points[at], points[at + 1]);
    return path;
}

/**
 * @param {CanvasRenderingContext2D} context
 * @param {Path2D} path
 * @param {string} colour
 * @param {number} alpha
 */
function fill(context, path, colour, alpha = 1) {
    context.globalAlpha = alpha;
    context.fillStyle = colour;
    context.fill(path);
    context.globalAlpha = 1;
}

/**
 * @param {CanvasRenderingContext2D} context
 * @param {Path2D} path
 * @param {string} colour
 * @param {number} width
 * @param {number} alpha
 */
function stroke(context, path, colour, width, alpha = 1) {
    context.globalAlpha = alpha;
    context.strokeStyle = colour;
    context.lineWidth = width;
    context.stroke(path);
    context.globalAlpha = 1;
}

/**
 * @param {CanvasRenderingContext2D} context
 * @param {number} x
 * @param {number} y
 * @param {number} radius
 * @param {string} colour
 */
function dot(context, x, y, radius, colour) {
    context.fillStyle = colour;
    context.beginPath();
    context.arc(x, y, radius, 0, 2 * Math.PI);
    context.fill();
}
