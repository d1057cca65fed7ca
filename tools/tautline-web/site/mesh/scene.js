// @ts-check
// A map with a start and a goal, and the paths between them.

import { rings } from "./ground.js";

/** @typedef {import("../wasm/mesh.js").World} World */
/** @typedef {{ x: number, y: number }} Point */

/** @typedef {{ points: Float32Array, length: number, cost: number, isExact: boolean, milliseconds: number }} Found */
/** @typedef {Found | { fault: string }} Answer What one tier answered: a path, or why there is none. */

/** The distance within which an end off the ground is moved to it, in pixels. */
const SNAP = 24;

/** Paths on one map, kept up to date. */
export class Paths {
    /**
     * @param {typeof import("../wasm/mesh.js")} library
     * @param {World} world
     */
    constructor(library, world) {
        this.library = library;
        this.world = world;
        /** @type {Point} */
        this.start = { x: 0, y: 0 };
        /** @type {Point} */
        this.goal = { x: 0, y: 0 };
        /** The shortest path, or a nearly cheapest one where costs differ. @type {Answer} */
        this.exact = { fault: "" };
        /** @type {Answer} */
        this.classic = { fault: "" };
    }

    /**
     * Finds both paths.
     * @param {number} pixel in world units
     */
    find(pixel) {
        const { Best, Classic } = this.library.TierChoice;
        const snap = SNAP * pixel;
        this.exact = this.ask(Best, snap);
        this.classic = this.ask(Classic, snap);
    }

    /**
     * @param {number} tier
     * @param {number} snap
     * @returns {Answer}
     */
    ask(tier, snap) {
        const { start, goal, world } = this;
        try {
            const found = world.find(start.x, start.y, goal.x, goal.y, tier, snap);
            const { length, cost, isExact, milliseconds } = found;
            const points = found.points();
            found.free();
            return { points, length, cost, isExact, milliseconds };
        } catch (error) {
            return { fault: error instanceof Error ? error.message : String(error) };
        }
    }

    /** The path that is shown above the other, if there is any. */
    best() {
        if ("points" in this.exact) return this.exact;
        return "points" in this.classic ? this.classic : null;
    }

    /** Both ends as they are on the ground. */
    ends() {
        const points = this.best()?.points;
        return points ? [points[0], points[1], points[points.length - 2], points[points.length - 1]] : null;
    }

    /**
     * The areas on the path, for drawing.
     * @returns {Path2D | null}
     */
    corridor() {
        return this.attempt((ends, tier) => {
            const shapes = this.world.areaShapes(this.world.corridor(...ends, tier));
            const path = rings(shapes.areas(), shapes.areaEnds());
            shapes.free();
            return path;
        });
    }

    /** @returns {Float32Array | null} */
    expanded() {
        return this.attempt((ends) => this.world.expanded(...ends));
    }

    /** How long each stage takes, in microseconds. */
    stages() {
        return this.attempt((ends) => this.world.measure(...ends));
    }

    /**
     * Asks something that needs a path, if there is one.
     * @template T
     * @param {(ends: [number, number, number, number], tier: number) => T} ask
     * @returns {T | null}
     */
    attempt(ask) {
        const ends = this.ends();
        if (!ends) return null;
        try {
            const { Best } = this.library.TierChoice;
            return ask(/** @type {[number, number, number, number]} */ (ends), Best);
        } catch {
            // `expanded` supports neither links nor terrain costs. The layer is empty then.
            return null;
        }
    }
}
