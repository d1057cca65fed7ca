// @ts-check
// The funnel, step by step.

import { drawGround } from "./ground.js";

/** @typedef {import("../wasm/play.js").FunnelLesson} FunnelLesson */
/** @typedef {import("./ground.js").Ground} Ground */
/** @typedef {import("./pen.js").LessonPen} Pen */
/** @typedef {{ title: string, words: string, more?: string }} Description */

export const LEGEND = [
    ["is-area", "corridor", "corridor"],
    ["", "left", "left chain"],
    ["", "right", "right chain"],
    ["is-dot", "apex", "apex"],
    ["", "settled", "final path"],
    ["is-dot", "cone", "current end"],
];

export class FunnelShow {
    /** @param {FunnelLesson} lesson taken over, and freed */
    constructor(lesson) {
        this.areas = new Set(lesson.areas());
        this.portals = lesson.portals();
        this.path = lesson.path();
        this.length = lesson.length;
        this.steps = lesson.steps().map((step) => {
            const { event, portal, is_left: isLeft, point, apex, left, right, settled } = step;
            step.free();
            return { event, portal, isLeft, point, apex, left, right, settled };
        });
        lesson.free();
    }

    /** The corridor comes first, and the path last. */
    get count() {
        return this.steps.length + 1;
    }

    /** @param {number} index @returns {Description} */
    describe(index) {
        const portalCount = this.portals.length / 4;
        if (index === 0) {
            return {
                title: "The corridor",
                words: `<p>A search over areas has chosen these <b>${this.areas.size} areas</b>: the <b>corridor</b>. The border between two of them is a <b>portal</b> with a left and a right end. There are ${portalCount}.</p>
                    <p>The funnel algorithm pulls a string taut through all portals. It keeps an <b>apex</b>, up to which the path is known, and two chains from the apex: to the left and to the right end of the current portal.</p>`,
            };
        }
        const step = this.steps[index - 1];
        const side = step.isLeft ? "left" : "right";
        const other = step.isLeft ? "right" : "left";
        const isGoal = step.portal === portalCount;
        const end = isGoal ? "the goal" : `the ${side} end of portal ${step.portal + 1}`;
        switch (step.event) {
            case "visit":
                return {
                    title: isGoal ? "The goal" : `Portal ${step.portal + 1}, ${side} end`,
                    words: isGoal
                        ? `<p>After the last portal, the goal is treated like a portal of zero width. Is it inside the funnel, or beyond one of its chains?</p>`
                        : `<p>The next point is <b>${end}</b>. Does it narrow the funnel on the ${side}? Does it lie beyond the ${other} chain?</p>`,
                };
            case "pop":
                return {
                    title: `A point leaves the ${side} chain`,
                    words: `<p>A taut string bends only inwards. On the way to ${end}, it would <b>not bend inwards</b> at the marked point: the straight line is free, and shorter. So the point is dropped.</p>
                        <p>The direction of the bend is the sign of a determinant, which is computed exactly.</p>`,
                };
            case "advance":
                return {
                    title: "A corner of the path is final",
                    words: `<p>${capital(end)} lies <b>beyond the ${other} chain</b>: whatever comes later, the string must go around the nearest point of that chain. So the path turns there.</p>
                        <p>This is corner number ${step.settled.length / 2 - 1}. It becomes the new <b>apex</b>. The path up to it does not change again.</p>`,
                };
            case "push":
                return {
                    title: isGoal ? "The goal is reached" : `The ${side} chain ends here now`,
                    words: isGoal
                        ? `<p>The chain from the apex to the goal is the rest of the path.</p>`
                        : `<p>${capital(end)} is the new end of the ${side} chain. From the apex, a taut string can still reach every point between the two chains.</p>`,
                };
            default:
                return {
                    title: "The path",
                    words: `<p>The shortest path through this corridor has <b>${this.path.length / 2 - 2} corners</b> and is <b>${this.length.toFixed(2)}</b> long. Each end of a portal was added once and dropped at most once, so the time is linear in the number of portals.</p>
                        <p>It is the shortest path through <em>this</em> corridor. Another corridor may have a shorter one. The interval search finds the shortest of all.</p>`,
                };
        }
    }

    /** @param {Pen} pen @param {number} index @param {Ground} ground */
    draw(pen, index, ground) {
        const { colour } = pen;
        drawGround(pen, ground, this.areas);
        const step = this.steps[index - 1];
        const at = step?.portal ?? -1;
        for (let portal = 0; portal * 4 < this.portals.length; portal++) {
            const isCurrent = portal === at && step.event !== "finish";
            const line = this.portals.subarray(portal * 4, portal * 4 + 4);
            pen.line(line).stroke(isCurrent ? colour.ink : colour.wall, isCurrent ? 2.5 : 1.5, isCurrent ? [] : [2, 4]);
            pen.dot(line[0], line[1], 3, colour.left);
            pen.dot(line[2], line[3], 3, colour.right);
        }
        if (!step) return;
        if (step.event === "finish") {
            pen.line(this.path).stroke(colour.settled, 4);
            for (let i = 2; i + 2 < this.path.length; i += 2) pen.dot(this.path[i], this.path[i + 1], 5, colour.apex);
            return;
        }
        const [left, right] = [[...step.apex, ...step.left], [...step.apex, ...step.right]];
        // What lies between the chains, up to the portal.
        const around = [...left];
        for (let i = right.length - 2; i >= 2; i -= 2) around.push(right[i], right[i + 1]);
        pen.line(around).fill(colour.cone, 0.3);
        pen.line(step.settled).stroke(colour.settled, 4);
        pen.line(left).stroke(colour.left, 3);
        pen.line(right).stroke(colour.right, 3);
        for (let i = 0; i < step.left.length; i += 2) pen.dot(step.left[i], step.left[i + 1], 5, colour.left);
        for (let i = 0; i < step.right.length; i += 2) pen.dot(step.right[i], step.right[i + 1], 5, colour.right);
        for (let i = 2; i < step.settled.length; i += 2) pen.dot(step.settled[i], step.settled[i + 1], 5, colour.settled);
        pen.dot(step.apex[0], step.apex[1], 7, colour.apex);
        const [x, y] = step.point;
        if (step.event === "pop") {
            pen.cross(x, y, colour.dropped);
            pen.label(x, y, "dropped", colour.dropped);
        } else if (step.event === "advance") {
            pen.label(x, y, `corner ${step.settled.length / 2 - 1}, new apex`, colour.apex);
        } else {
            const ends = this.portals.subarray(at * 4, at * 4 + 4);
            const name = ends.length ? (step.isLeft ? "left" : "right") : "goal";
            if (step.event === "visit") pen.dot(x, y, 7, colour.cone);
            pen.label(x, y, step.event === "visit" ? `${name}?` : name, colour.ink);
        }
        // At the start, that label is there already.
        if (step.event !== "advance" && step.settled.length > 2) pen.label(step.apex[0], step.apex[1], "apex", colour.apex);
    }
}

/** @param {string} text */
function capital(text) {
    return text.charAt(0).toUpperCase() + text.slice(1);
}
