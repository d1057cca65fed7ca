// @ts-check
// Thousands of agents that walk to the goal and make room for each other.

/** @typedef {import("../wasm/mesh.js").World} World */
/** @typedef {import("./scene.js").Point} Point */

/**
 * Agents as they are drawn.
 * @typedef {object} Agents
 * @property {Float32Array} positions x, y for each, in world units
 * @property {number} radius in world units
 */

/**
 * What is shown of a crowd; times are those of the crowd alone, in milliseconds of a frame.
 * @typedef {object} Rate
 * @property {number} mean
 * @property {number} worst
 * @property {number} framesPerSecond
 * @property {number} plansPerSecond
 * @property {number} arrivalsPerSecond
 */

/** Milliseconds that paths may take, of every second frame. */
const BUDGET = 8;
/** The time over which rates are averaged, in milliseconds. */
const WINDOW = 500;
/** The least time between two new goals for the crowd, in milliseconds: on a large map, a new goal takes time. */
const GOAL_INTERVAL = 150;
/** The number of frames whose times are kept, for tests. */
const KEPT_FRAMES = 2000;
/** The longest frame in seconds. At lower frame rates, the crowd becomes slower, because longer steps would make agents overlap. */
const LONGEST = 1 / 40;

export class Walkers {
    /**
     * @param {typeof import("../wasm/mesh.js")} library
     * @param {(agents: Agents | null) => void} moved
     * @param {(rate: Rate) => void} rated
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
        /** A goal that was not passed on to the crowd yet. @type {Point | null} */
        this.goal = null;
        this.heard = 0;
        /** How long the agents took of each frame, in milliseconds. @type {number[]} */
        this.times = [];
        this.since = this.arrived = 0;
        this.plans = this.frames = this.spent = this.worst = 0;
    }

    /**
     * Gathers agents; none ends the crowd. Returns the number of agents: there may not be room for all.
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
            return 0;
        }
        this.crowd = new this.library.Crowd(world, count, goal.x, goal.y, 1);
        this.count(performance.now());
        if (!wasWalking) this.walk();
        return this.crowd.positions().length / 2;
    }

    /**
     * Sets a goal, after a change of the goal or of the ground.
     * @param {Point} goal on the ground
     */
    headFor(goal) {
        this.goal = goal;
    }

    /** Passes a new goal on to the crowd. @param {number} now */
    passGoal(now) {
        if (!this.goal || !this.crowd || !this.world || now - this.heard < GOAL_INTERVAL) return;
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
        this.last = performance.now();
        const frame = () => {
            if (!this.crowd || !this.world) return;
            const now = performance.now();
            const seconds = Math.min((now - this.last) / 1000, LONGEST);
            this.last = now;
            this.passGoal(now);
            this.plans += this.crowd.walk(this.world, seconds, BUDGET);
            this.moved({ positions: this.crowd.positions(), radius: this.crowd.radius });
            const taken = performance.now() - now;
            this.frames += 1;
            this.spent += taken;
            this.worst = Math.max(this.worst, taken);
            this.times.push(taken);
            if (this.times.length > KEPT_FRAMES) this.times.shift();
            if (now - this.since > WINDOW) this.rate(now, this.crowd.arrived);
            requestAnimationFrame(frame);
        };
        requestAnimationFrame(frame);
    }

    /** @param {number} now @param {number} arrived */
    rate(now, arrived) {
        const seconds = (now - this.since) / 1000;
        this.rated({
            mean: this.spent / this.frames,
            worst: this.worst,
            framesPerSecond: this.frames / seconds,
            plansPerSecond: this.plans / seconds,
            arrivalsPerSecond: (arrived - this.arrived) / seconds,
        });
        this.count(now, arrived);
    }

    /** Counts from now on. @param {number} now @param {number} [arrived] by now */
    count(now, arrived = 0) {
        this.since = now;
        this.arrived = arrived;
        this.plans = this.frames = this.spent = this.worst = 0;
    }
}
