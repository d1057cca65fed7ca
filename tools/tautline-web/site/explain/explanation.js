// @ts-check
// A path on some ground, and the steps of an algorithm that finds it.

import { Drawing } from "../common/canvas.js";
import { clearFault, showFault } from "../common/fault.js";
import { element } from "../common/page.js";
import { colours } from "../common/theme.js";
import { View } from "../common/view.js";
import { addressOf } from "./address.js";
import { FunnelShow, LEGEND as FUNNEL_LEGEND } from "./funnel.js";
import { IntervalShow, LEGEND as INTERVAL_LEGEND } from "./interval.js";
import { showLegend } from "./legend.js";
import { LessonPen } from "./pen.js";
import { Player } from "./player.js";
import { SCENES } from "./scenes.js";

/** @typedef {import("./address.js").Subject} Subject */
/** @typedef {import("./ground.js").Ground} Ground */
/** @typedef {import("./scenes.js").Library} Library */
/** @typedef {import("./scenes.js").SceneKind} SceneKind */

/** The width of the ground shown around a path, as a share of its extent. */
const AROUND = 0.25;
/** The greatest distance from the start or the goal at which a pointer or a finger grabs it, in pixels. */
const [NEAR, NEAR_BY_TOUCH] = [14, 28];

/** The choices of what is explained. @returns {NodeListOf<HTMLInputElement>} */
export const subjects = () => document.querySelectorAll("input[name=subject]");

export class Explanation {
    /** @param {Library} library */
    constructor(library) {
        this.library = library;
        /** @type {Subject} */
        this.subject = "funnel";
        /** @type {SceneKind} */
        this.kind = SCENES.funnel[0];
        /** @type {import("../wasm/play.js").Lesson | null} */
        this.lesson = null;
        /** What the lesson is of. @type {SceneKind | null} */
        this.opened = null;
        /** @type {Ground} */
        this.ground = { corners: new Float32Array(), ends: new Uint32Array(), walls: new Float32Array() };
        /** @type {{ start: [number, number], goal: [number, number] }} */
        this.ends = { start: [0, 0], goal: [0, 0] };
        /** @type {FunnelShow | IntervalShow | null} */
        this.show = null;
        /** The number of requests to open something: the result of an earlier request is ignored. */
        this.asked = 0;
        this.player = new Player((step) => this.describe(step));
        const canvas = /** @type {HTMLCanvasElement} */ (element("ground"));
        this.drawing = new Drawing(canvas, (context, size) => this.draw(context, size));
        this.view = new View(canvas, {
            changed: () => this.drawing?.ask(),
            grab: (at, byTouch) => this.grab(at, byTouch),
        });
    }

    /**
     * Shows a step of a subject on a ground.
     * @param {Subject} subject
     * @param {SceneKind} kind
     * @param {number} step
     */
    async open(subject, kind, step) {
        const asked = ++this.asked;
        try {
            if (this.opened !== kind) {
                const lesson = await kind.open(this.library);
                if (asked !== this.asked) {
                    lesson.free();
                    return;
                }
                this.lesson?.free();
                [this.lesson, this.opened] = [lesson, kind];
                this.ground = { corners: lesson.corners(), ends: lesson.corner_ends(), walls: lesson.walls() };
                this.ends = { start: [...kind.start], goal: [...kind.goal] };
            }
            [this.subject, this.kind] = [subject, kind];
            clearFault();
            this.record();
            this.fit();
            this.listScenes();
            this.player.go(step);
        } catch (error) {
            if (asked !== this.asked) return;
            // The earlier ground stays.
            this.listScenes();
            showFault(error);
        }
    }

    /** Lets the library find the path and report its steps. */
    record() {
        const { lesson, ends } = this;
        if (!lesson) return;
        const [start, goal] = [new Float32Array(ends.start), new Float32Array(ends.goal)];
        this.show = this.subject === "funnel"
            ? new FunnelShow(lesson.funnel(start, goal))
            : new IntervalShow(lesson.search(start, goal));
        this.player.count = this.show.count;
    }

    /** Shows the whole ground, or the part around the path if the ground is much larger. */
    fit() {
        const ground = boundsOf(this.ground.corners);
        const path = boundsOf(this.show?.path ?? []);
        const side = Math.max(path[2] - path[0], path[3] - path[1]);
        const around = side * AROUND;
        const bounds = ground.map((bound, i) =>
            i < 2 ? Math.max(bound, path[i] - around) : Math.min(bound, path[i] + around));
        this.view.fit(/** @type {[number, number, number, number]} */ (bounds), 28);
    }

    /** Shows the description of a step. @param {number} step @returns {string} its title */
    describe(step) {
        if (!this.show) return "";
        const { title, words, more } = this.show.describe(step);
        element("title").textContent = title;
        element("words").innerHTML = words;
        element("more").innerHTML = more ?? "";
        const address = addressOf(this.subject, this.kind, step);
        if (location.hash !== address) history.replaceState(null, "", address);
        this.drawing.ask();
        return title;
    }

    /**
     * Takes hold of start or goal.
     * @param {{ x: number, y: number }} at
     * @param {boolean} byTouch
     */
    grab(at, byTouch) {
        const away = (/** @type {[number, number]} */ [x, y]) => {
            const there = this.view.toScreen({ x, y });
            return Math.hypot(there.x - at.x, there.y - at.y);
        };
        const name = away(this.ends.start) <= away(this.ends.goal) ? "start" : "goal";
        if (away(this.ends[name]) > (byTouch ? NEAR_BY_TOUCH : NEAR)) return null;
        return {
            move: (/** @type {{ x: number, y: number }} */ to) => {
                const { x, y } = this.view.toWorld(to);
                // Rounded as in the library, so that the path begins exactly there.
                const place = /** @type {[number, number]} */ ([Math.fround(x), Math.fround(y)]);
                if (!this.lesson?.has_ground(...place)) return;
                const before = this.ends[name];
                this.ends[name] = place;
                try {
                    this.record();
                    clearFault();
                    this.player.jump(this.player.step);
                } catch (error) {
                    this.ends[name] = before;
                    showFault(error);
                }
            },
        };
    }

    /** Updates the choices in the panel. */
    listScenes() {
        element("scene").replaceChildren(
            ...SCENES[this.subject].map(({ id, title }) => new Option(title, id, false, id === this.kind.id)),
        );
        for (const radio of subjects()) radio.checked = radio.value === this.subject;
        showLegend(this.subject === "funnel" ? FUNNEL_LEGEND : INTERVAL_LEGEND);
    }

    /** @param {CanvasRenderingContext2D} context @param {{ width: number, height: number }} size */
    draw(context, { width, height }) {
        const colour = colours();
        context.fillStyle = colour.void;
        context.fillRect(0, 0, width, height);
        if (!this.show) return;
        const pen = new LessonPen(context, this.view, colour);
        this.show.draw(pen, this.player.step, this.ground);
        const { start, goal } = this.ends;
        pen.dot(start[0], start[1], 6, colour.good);
        pen.label(start[0], start[1], "start", colour.good);
        pen.dot(goal[0], goal[1], 6, colour.bad);
        pen.label(goal[0], goal[1], "goal", colour.bad);
    }
}

/**
 * Least x and y, greatest x and y.
 * @param {ArrayLike<number>} points x, y, x, y, ...
 */
function boundsOf(points) {
    const bounds = [Infinity, Infinity, -Infinity, -Infinity];
    for (let i = 0; i < points.length; i++) {
        bounds[i % 2] = Math.min(bounds[i % 2], points[i]);
        bounds[2 + (i % 2)] = Math.max(bounds[2 + (i % 2)], points[i]);
    }
    return bounds;
}
