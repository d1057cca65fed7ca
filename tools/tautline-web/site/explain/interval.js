// @ts-check
// The interval search, step by step.

import { drawGround } from "./ground.js";

/** @typedef {import("../wasm/play.js").SearchLesson} SearchLesson */
/** @typedef {import("./ground.js").Ground} Ground */
/** @typedef {import("./pen.js").LessonPen} Pen */
/** @typedef {import("./funnel.js").Description} Description */

export const LEGEND = [
    ["is-dot", "apex", "root: the point of view"],
    ["is-area", "cone", "visibility cone of the window"],
    ["", "waits", "windows in the queue"],
    ["is-dot", "waits", "corners in the queue"],
    ["", "new", "found in this step"],
    ["is-cross", "dropped", "pruned in this step"],
    ["", "settled", "path to the root"],
    ["", "best", "best path so far"],
];

/** The names and explanations of the reasons for pruning. */
const REASONS = /** @type {Record<string, [string, string]>} */ ({
    "block-cut": ["dead end", "behind the border, every path to the goal would come back through this area"],
    dominated: ["dominated", "a known path to an end of the border, and along it, is shorter"],
    farther: ["not shortest", "a shorter path to the corner is known"],
    "not-taut": ["not taut", "a taut string would not bend around the corner"],
    beyond: ["too long", "no path through it is shorter than the best one"],
    stale: ["stale", "a shorter path to the corner was found while it was in the queue"],
});

/** The number of queued items that are listed. */
const LISTED = 6;

export class IntervalShow {
    /** @param {SearchLesson} lesson taken over, and freed */
    constructor(lesson) {
        this.path = lesson.path();
        this.length = lesson.length;
        this.items = lesson.items().map((item, id) => {
            const { root_path: rootPath, root_distance: rootDistance, least, points, is_corner: isCorner, turns_left: turnsLeft, area } = item;
            item.free();
            return { id, rootPath, rootDistance, least, points, isCorner, turnsLeft, area };
        });
        this.steps = lesson.steps().map((step) => {
            const { taken, stale, added, reasons, ends, best } = step;
            step.free();
            return { taken, stale: [...stale], added: [...added], reasons, ends, best };
        });
        lesson.free();
        // What waits after each step.
        /** @type {Set<number>} */
        let waiting = new Set();
        this.waiting = this.steps.map(({ taken, stale, added }) => {
            waiting = new Set([...waiting, ...added]);
            if (taken !== undefined) waiting.delete(taken);
            for (const id of stale) waiting.delete(id);
            return waiting;
        });
    }

    /** An introduction comes first, and the path last. */
    get count() {
        return this.steps.length + 2;
    }

    /** @param {number} index @returns {Description} */
    describe(index) {
        if (index === 0) {
            return {
                title: "Windows and roots",
                words: `<p>A shortest path is straight except where it bends around a corner. From the start, parts of the borders between areas are visible: <b>windows</b> (or intervals). Through a window, parts of the next borders are visible, and so on. A window stands for a whole bundle of straight lines.</p>
                    <p>Windows and visible corners are in one queue. When a corner is taken from the queue, it becomes a <b>root</b>: a new point of view.</p>`,
            };
        }
        const step = this.steps[index - 1];
        if (!step) {
            const taken = this.steps.length - 1;
            return {
                title: "The shortest path",
                words: `<p>No item in the queue can lead to a path shorter than <b>${this.length.toFixed(2)}</b>. So this path, with <b>${this.path.length / 2 - 2} corners</b>, is the shortest.</p>
                    <p>The queue got ${this.items.length} items, and ${taken} of them were expanded. All decisions about directions are exact orientation tests of three given points; only lengths are rounded.</p>`,
                more: this.queue(index - 2),
            };
        }
        const found = this.found(step);
        if (step.taken === undefined) {
            return {
                title: "The view from the start",
                words: `<p>The whole area of the start is visible from it: each of its portals is a window.</p>${found}
                    <p>The key of an item is a <b>lower bound</b> (admissible heuristic) for the length of a path through it: the path to the root, plus the shortest line from there through the window to the goal.</p>`,
                more: this.queue(index - 1),
            };
        }
        const item = this.items[step.taken];
        const root = item.rootPath.length === 2 ? "the start" : item.isCorner ? "the previous corner" : "the marked corner";
        const least = `<b>${item.least.toFixed(2)}</b>`;
        const what = item.isCorner
            ? `<p>The item with the least lower bound, ${least}, is a <b>corner</b>. A path from ${root} turns <b>${item.turnsLeft ? "left" : "right"}</b> here. The corner becomes a root: its view reaches from the wall to the extension of the path that leads here.</p>`
            : `<p>The item with the least lower bound, ${least}, is a <b>window</b>, seen from ${root}. The search expands it into the next area, from right to left.</p>`;
        const reached = this.isBetter(index - 1)
            ? `<p><b>The goal is in view.</b> The best path so far is ${lengthOf(step.best).toFixed(2)} long.</p>`
            : "";
        const stale = step.stale.length
            ? `<p>${count(step.stale.length, "item")} before it ${step.stale.length > 1 ? "were" : "was"} dropped: a shorter path to ${step.stale.length > 1 ? "their roots" : "its root"} is known by now.</p>`
            : "";
        return {
            title: item.isCorner ? "A corner becomes a root" : "A window is expanded",
            words: what + reached + found + stale,
            more: this.queue(index - 1),
        };
    }

    /** Lists the items that a step found and pruned, with reasons. @param {IntervalShow["steps"][number]} step */
    found(step) {
        const corners = step.added.filter((id) => this.items[id].isCorner).length;
        const windows = step.added.length - corners;
        const lines = [];
        if (windows) lines.push(`<li><b>${count(windows, "window")}</b> to expand</li>`);
        if (corners) lines.push(`<li><b>${count(corners, "corner")}</b> to turn at</li>`);
        for (const reason of new Set(step.reasons)) {
            const [name, why] = REASONS[reason] ?? [reason, ""];
            const times = step.reasons.filter((other) => other === reason).length;
            lines.push(`<li>pruned, ${times > 1 ? `${times} times ` : ""}<b>${name}</b>: ${why}</li>`);
        }
        return lines.length ? `<ul>${lines.join("")}</ul>` : "<p>No further window or corner is visible: a dead end.</p>";
    }

    /** Lists the first items in the queue. @param {number} at a step */
    queue(at) {
        const waiting = [...this.waiting[at]].map((id) => this.items[id]).sort((a, b) => a.least - b.least || b.id - a.id);
        if (!waiting.length) return "<h2>The queue is empty</h2>";
        const first = waiting.slice(0, LISTED).map((item) => {
            const what = item.isCorner ? `corner, turn ${item.turnsLeft ? "left" : "right"}` : "window";
            return `<li><span>${what}</span><b>${item.least.toFixed(2)}</b></li>`;
        });
        const rest = waiting.length > LISTED ? `<li><span>and ${waiting.length - LISTED} more</span></li>` : "";
        return `<h2>Queue, least lower bound first</h2><ol>${first.join("")}${rest}</ol>`;
    }

    /** Whether a step has found a better path. @param {number} at */
    isBetter(at) {
        const [now, before] = [this.steps[at].best, this.steps[at - 1]?.best ?? []];
        return now.length > 0 && (before.length === 0 || lengthOf(now) < lengthOf(before));
    }

    /** @param {Pen} pen @param {number} index @param {Ground} ground */
    draw(pen, index, ground) {
        const { colour } = pen;
        const at = Math.min(index - 1, this.steps.length - 1);
        const step = this.steps[at];
        const isEnd = index > this.steps.length;
        const taken = step?.taken === undefined ? undefined : this.items[step.taken];
        const into = taken?.area;
        drawGround(pen, ground, new Set(into === undefined || isEnd ? [] : [into]));
        if (index === 0 || !step) return;
        for (const id of this.waiting[at]) {
            if (!isEnd && step.added.includes(id)) continue;
            this.mark(pen, this.items[id], colour.waits, false);
        }
        if (step.best.length) pen.line(step.best).stroke(colour.best, isEnd ? 4.5 : 2.5, isEnd ? [] : [7, 5]);
        if (isEnd) {
            for (let i = 2; i + 2 < this.path.length; i += 2) pen.dot(this.path[i], this.path[i + 1], 5.5, colour.best);
            return;
        }
        if (taken) {
            const { rootPath, points } = taken;
            const root = rootPath.slice(-2);
            if (!taken.isCorner) {
                pen.line([...root, ...points]);
                pen.context.closePath();
                pen.fill(colour.cone, 0.45);
            }
            pen.line(taken.isCorner ? [...rootPath, ...points] : rootPath).stroke(colour.settled, 3);
            this.mark(pen, taken, colour.apex, true);
            const seat = taken.isCorner ? points : root;
            pen.dot(seat[0], seat[1], 7, colour.apex);
        }
        for (const id of step.added) this.mark(pen, this.items[id], colour.new, true);
        for (const [number] of step.reasons.entries()) {
            const line = step.ends.subarray(number * 4, number * 4 + 4);
            const isPoint = line[0] === line[2] && line[1] === line[3];
            if (!isPoint) pen.line(line).stroke(colour.dropped, 2.5, [3, 4]);
            pen.cross((line[0] + line[2]) / 2, (line[1] + line[3]) / 2, colour.dropped);
        }
        if (taken) {
            const { points } = taken;
            const middle = taken.isCorner ? points : [(points[0] + points[2]) / 2, (points[1] + points[3]) / 2];
            pen.label(middle[0], middle[1], taken.least.toFixed(2), colour.apex);
        }
    }

    /** @param {Pen} pen @param {IntervalShow["items"][number]} item @param {string} ink @param {boolean} isStrong */
    mark(pen, item, ink, isStrong) {
        if (item.isCorner) pen.dot(item.points[0], item.points[1], isStrong ? 6 : 4, ink);
        else pen.line(item.points).stroke(ink, isStrong ? 4.5 : 3);
    }
}

/** @param {ArrayLike<number>} points */
function lengthOf(points) {
    let sum = 0;
    for (let i = 2; i + 1 < points.length; i += 2) {
        sum += Math.hypot(points[i] - points[i - 2], points[i + 1] - points[i - 1]);
    }
    return sum;
}

/** @param {number} number @param {string} what */
function count(number, what) {
    return number === 1 ? `one ${what}` : `${number} ${what}s`;
}
