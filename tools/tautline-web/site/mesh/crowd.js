// @ts-check
// Thousands of agents that walk to the goal.

/** @typedef {import("../wasm/mesh.js").World} World */
/** @typedef {import("./scene.js").Point} Point */

/** Milliseconds of each frame that plans may take. */
const BUDGET = 6;
/** The whole map is crossed in about so many seconds. */
const SECONDS_ACROSS = 25;
/** How long rates are averaged, in milliseconds. */
const WINDOW = 500;
/** How often the crowd hears of another goal, in milliseconds: on a large map, that is work. */
const HEAR = 150;
/** How many frames are kept for whoever wants to know how long they took. */
const KEPT_FRAMES = 2000;
/** A frame that took longer was none: the page was hidden. */
const LONGEST = 0.1;

export class Walkers {
    /**
     * @param {typeof import("../wasm/mesh.js")} library
     * @param {(positions: Float32Array | null) => void} moved
     * @param {(rate: { plansPerSecond: number, framesPerSecond: number, worst: number }) => void} rated
     */
    constructor(library, moved, rated) {
        this.library = library;
        this.moved = moved;
        this.rated = rated;
        /** @type {import("../wasm/mesh.js").Crowd | null} */
        this.crowd = null;
        /** @type {World | null} */
        this.world = null;
        this.last = 0;
        this.since = 0;
        this.plans = 0;
        this.frames = 0;
        this.worst = 0;
        /** A goal that the crowd has not heard of yet. @type {Point | null} */
        this.goal = null;
        this.heard = 0;
        /** How long the agents took of each frame, in milliseconds. @type {number[]} */
        this.times = [];
    }

    /**
     * Gathers agents; none ends the crowd.
     * @param {World} world
     * @param {number} count
     * @param {Point} goal on the ground
     */
    gather(world, count, goal) {
        const wasWalking = this.crowd !== null;
        this.crowd?.free();
        this.crowd = null;
        this.world = world;
        this.goal = null;
        if (count === 0) {
            this.moved(null);
            return;
        }
        const [left, bottom, right, top] = world.bounds();
        const speed = Math.hypot(right - left, top - bottom) / SECONDS_ACROSS;
        this.crowd = new this.library.Crowd(world, count, goal.x, goal.y, speed, 1);
        if (!wasWalking) this.walk();
    }

    /**
     * The goal or the ground is another one.
     * @param {Point} goal on the ground
     */
    headFor(goal) {
        this.goal = goal;
    }

    /** @param {number} now */
    hear(now) {
        if (!this.goal || !this.crowd || !this.world || now - this.heard < HEAR) return;
        const { x, y } = this.goal;
        this.goal = null;
        this.heard = now;
        try {
            this.crowd.headFor(this.world, x, y);
        } catch {
            // The ground has changed since, which the page reports; another goal will come.
        }
    }

    walk() {
        this.last = this.since = performance.now();
        this.plans = this.frames = this.worst = 0;
        const frame = () => {
            if (!this.crowd || !this.world) return;
            const now = performance.now();
            const seconds = Math.min((now - this.last) / 1000, LONGEST);
            this.last = now;
            this.hear(now);
            this.plans += this.crowd.walk(this.world, seconds, BUDGET);
            this.moved(this.crowd.positions());
            this.frames += 1;
            const taken = performance.now() - now;
            this.worst = Math.max(this.worst, taken);
            this.times.push(taken);
            if (this.times.length > KEPT_FRAMES) this.times.shift();
            if (now - this.since > WINDOW) this.rate(now);
            requestAnimationFrame(frame);
        };
        requestAnimationFrame(frame);
    }

    /** @param {number} now */
    rate(now) {
        const seconds = (now - this.since) / 1000;
        this.rated({
            plansPerSecond: this.plans / seconds,
            framesPerSecond: this.frames / seconds,
            worst: this.worst,
        });
        this.since = now;
        this.plans = this.frames = this.worst = 0;
    }
}
