// @ts-check
// The ground. It is drawn again only when it or the view changes.

import { Drawing } from "../common/canvas.js";
import { colours, theme } from "../common/theme.js";

/** @typedef {import("../common/view.js").View} View */

/** Soft colours of named ground, light and dark. */
/** @type {Record<string, [string, string]>} */
const NAMED = {
    grass: ["#dbe8cb", "#2b3a2b"],
    ground: ["#ece3cf", "#38342b"],
    road: ["#e3dccd", "#3a3a3a"],
    paving: ["#e4e1da", "#3b3d42"],
    floor: ["#f3efe6", "#34363b"],
    carpet: ["#f0dfd2", "#41342f"],
    tiles: ["#dde6e8", "#2d3a42"],
    mud: ["#d3bd9c", "#46392a"],
    sand: ["#f0e4bd", "#4a442f"],
    shallows: ["#c3dfe6", "#213b46"],
    water: ["#b3d5e3", "#1d3644"],
    planks: ["#e0c9a6", "#473b2d"],
};

/** Colours of classes without a known name, by their number. */
/** @type {[string, string][]} */
const NUMBERED = [
    ["#fbfaf6", "#272c34"],
    ["#dbe8cb", "#2b3a2b"],
    ["#d3bd9c", "#46392a"],
    ["#c3dfe6", "#213b46"],
    ["#f0e4bd", "#4a442f"],
    ["#e6d3e4", "#3f3042"],
];

export class Ground {
    /**
     * @param {HTMLCanvasElement} canvas
     * @param {View} view
     * @param {Record<string, boolean>} layers
     */
    constructor(canvas, view, layers) {
        this.view = view;
        this.layers = layers;
        /** @type {Parts | null} */
        this.parts = null;
        this.drawing = new Drawing(canvas, (context, size) => this.draw(context, size));
        document.addEventListener("themechange", () => this.drawing.ask());
    }

    /**
     * Takes what there is to draw from the world.
     * @param {import("../wasm/mesh.js").World} world
     */
    take(world) {
        this.parts = new Parts(world);
        this.drawing.ask();
    }

    /**
     * Links were closed or opened.
     * @param {import("../wasm/mesh.js").World} world
     */
    linksChanged(world) {
        if (this.parts) this.parts.links = this.parts.drawnLinks(world);
        this.drawing.ask();
    }

    /**
     * @param {CanvasRenderingContext2D} context
     * @param {{ width: number, height: number }} size
     */
    draw(context, { width, height }) {
        const { view, parts, layers } = this;
        const colour = colours();
        context.fillStyle = colour.void;
        context.fillRect(0, 0, width, height);
        if (!parts) return;
        view.apply(context);
        const pixel = 1 / view.scale;
        context.lineJoin = "round";
        context.fillStyle = colour.ground;
        context.fill(parts.all);
        if (layers.terrain) {
            for (const [number, shape] of parts.terrains) {
                context.fillStyle = terrainColour(parts.names[number], number);
                context.fill(shape);
            }
        }
        if (layers.areas) {
            parts.shades.forEach((shape, index) => {
                context.fillStyle = colour.ink;
                context.globalAlpha = 0.03 + 0.035 * index;
                context.fill(shape);
            });
            context.globalAlpha = 1;
        }
        if (layers.borders) {
            // Many borders are faint, so that what is between them can still be seen.
            context.globalAlpha = Math.min(1, 0.25 + parts.typicalArea * view.scale / 40);
            context.strokeStyle = colour["ground-line"];
            context.lineWidth = pixel;
            context.stroke(parts.portals);
            context.globalAlpha = 1;
        }
        context.strokeStyle = colour.wall;
        context.lineWidth = 1.25 * pixel;
        context.stroke(parts.outlines);
        context.strokeStyle = colour.second;
        context.lineWidth = 1.5 * pixel;
        context.setLineDash([5 * pixel, 4 * pixel]);
        context.stroke(parts.links.open);
        // Closed ones are faint, so that they can be found and opened.
        context.globalAlpha = 0.3;
        context.stroke(parts.links.closed);
        context.globalAlpha = 1;
        context.setLineDash([]);
        if (layers.corners) {
            const size = Math.min(5, Math.max(2, parts.typicalArea * view.scale / 6));
            context.fillStyle = colour.second;
            for (let at = 0; at < parts.corners.length; at += 2) {
                context.fillRect(
                    parts.corners[at] - size * pixel / 2, parts.corners[at + 1] - size * pixel / 2,
                    size * pixel, size * pixel,
                );
            }
        }
    }
}

/** The shapes of a map, ready to be drawn. */
class Parts {
    /** @param {import("../wasm/mesh.js").World} world */
    constructor(world) {
        const shapes = world.shapes();
        const [points, ends, classes] = [shapes.areas(), shapes.areaEnds(), shapes.terrains()];
        this.names = world.terrainNames;
        this.all = new Path2D();
        /** @type {Map<number, Path2D>} */
        this.terrains = new Map();
        this.shades = [new Path2D(), new Path2D(), new Path2D(), new Path2D()];
        ends.forEach((end, area) => {
            const first = area > 0 ? ends[area - 1] : 0;
            const number = classes[area];
            let ofClass = this.terrains.get(number);
            if (!ofClass) this.terrains.set(number, (ofClass = new Path2D()));
            for (const path of [this.all, ofClass, this.shades[area % 4]]) addRing(path, points, first, end);
        });
        this.outlines = rings(shapes.outlines(), shapes.outlineEnds());
        this.portals = segments(shapes.portals());
        this.linkEnds = shapes.links();
        this.links = this.drawnLinks(world);
        this.corners = shapes.corners();
        this.areaCount = ends.length;
        const [left, bottom, right, top] = world.bounds();
        /** About how wide an area is, in world units. */
        this.typicalArea = Math.sqrt(((right - left) * (top - bottom)) / Math.max(ends.length, 1));
        shapes.free();
    }

    /**
     * The links as lines, open and closed ones.
     * @param {import("../wasm/mesh.js").World} world
     */
    drawnLinks(world) {
        const [open, closed] = [new Path2D(), new Path2D()];
        for (let link = 0; link < this.linkEnds.length / 4; link += 1) {
            const path = world.takesLinks && world.isLinkOpen(link) ? open : closed;
            path.addPath(segments(this.linkEnds.subarray(4 * link, 4 * link + 4)));
        }
        return { open, closed };
    }

    /**
     * The link nearest to a position, if one is within reach.
     * @param {{ x: number, y: number }} at
     * @param {number} reach in world units
     * @returns {number | null}
     */
    linkNear({ x, y }, reach) {
        let [nearest, least] = [/** @type {number | null} */ (null), reach];
        for (let link = 0; link < this.linkEnds.length / 4; link += 1) {
            const [fromX, fromY, toX, toY] = this.linkEnds.subarray(4 * link, 4 * link + 4);
            const [alongX, alongY] = [toX - fromX, toY - fromY];
            const squared = alongX * alongX + alongY * alongY;
            const share = squared > 0 ? ((x - fromX) * alongX + (y - fromY) * alongY) / squared : 0;
            const inside = Math.min(1, Math.max(0, share));
            const distance = Math.hypot(fromX + alongX * inside - x, fromY + alongY * inside - y);
            if (distance <= least) [nearest, least] = [link, distance];
        }
        return nearest;
    }
}

/**
 * @param {string | undefined} name
 * @param {number} number
 */
function terrainColour(name, number) {
    const pair = (name && NAMED[name.toLowerCase()]) || NUMBERED[number % NUMBERED.length];
    return pair[theme() === "dark" ? 1 : 0];
}

/**
 * @param {Path2D} path
 * @param {Float32Array} points
 * @param {number} first
 * @param {number} end
 */
function addRing(path, points, first, end) {
    path.moveTo(points[2 * first], points[2 * first + 1]);
    for (let at = first + 1; at < end; at += 1) path.lineTo(points[2 * at], points[2 * at + 1]);
    path.closePath();
}

/**
 * @param {Float32Array} points
 * @param {Uint32Array} ends
 */
export function rings(points, ends) {
    const path = new Path2D();
    let first = 0;
    for (const end of ends) {
        if (end > first) addRing(path, points, first, end);
        first = end;
    }
    return path;
}

/** @param {Float32Array} points */
function segments(points) {
    const path = new Path2D();
    for (let at = 0; at + 3 < points.length; at += 4) {
        path.moveTo(points[at], points[at + 1]);
        path.lineTo(points[at + 2], points[at + 3]);
    }
    return path;
}
