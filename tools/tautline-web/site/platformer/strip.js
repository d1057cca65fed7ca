// @ts-check
// The inputs over time, as a strip.

import { colours } from "../common/theme.js";

/** @typedef {import("./recording.js").Run} Run */

const ROWS = ["left", "right", "jump", "down"];

/**
 * @param {CanvasRenderingContext2D} context
 * @param {{ width: number, height: number }} size
 * @param {{ runs: Run[], frame: number, walkStep: number, byHand: boolean }} what
 */
export function drawStrip(context, { width, height }, { runs, frame, walkStep, byHand }) {
    const colour = colours();
    context.clearRect(0, 0, width, height);
    const [left, top, right, bottom] = [52, 10, width - 12, height - 20];
    const row = (bottom - top) / ROWS.length;
    context.font = "12px system-ui, sans-serif";
    context.textBaseline = "middle";
    context.textAlign = "right";
    for (const [index, name] of ROWS.entries()) {
        const y = top + row * index;
        context.fillStyle = colour.paper;
        context.fillRect(left, y + 1, right - left, row - 2);
        context.fillStyle = colour.quiet;
        context.fillText(name, left - 8, y + row / 2);
    }
    const total = runs.reduce((sum, run) => sum + run.frames, 0);
    context.textAlign = "left";
    if (total === 0) {
        context.fillStyle = colour.quiet;
        context.fillText("no plan yet", left, height - 9);
        return;
    }
    const across = (right - left) / Math.max(total, 30);
    const every = [10, 30, 60, 120, 300, 600, 1200, 3600].find((step) => step * across >= 46) ?? 3600;
    context.fillStyle = colour.quiet;
    context.textAlign = "center";
    for (let at = 0; at <= total; at += every) {
        context.globalAlpha = 0.35;
        context.fillRect(left + at * across, top, 1, bottom - top);
        context.globalAlpha = 1;
        // The last one would run into the label at the end.
        if (left + at * across < right - 90) context.fillText(String(at), left + at * across, height - 9);
    }
    let from = 0;
    for (const run of runs) {
        const x = left + from * across;
        // Slightly wider, so that adjacent runs touch.
        const wide = Math.max(run.frames * across + 0.3, 1);
        const held = [run.walk < 0, run.walk > 0, run.jump, run.down];
        for (const [index, isHeld] of held.entries()) {
            if (!isHeld) continue;
            const isWalk = index < 2;
            // A stick that is not pushed all the way: a lower bar.
            const share = isWalk ? Math.max(Math.abs(run.walk) / walkStep, 0.15) : 1;
            const full = row - 4;
            context.fillStyle = isWalk ? colour.hero : index === 2 ? colour.accent : colour.link;
            context.fillRect(x, top + row * index + 2 + full * (1 - share), wide, full * share);
        }
        from += run.frames;
    }
    context.textAlign = "right";
    context.fillStyle = colour.ink;
    const at = Math.min(frame, total);
    context.fillText(byHand ? `by hand, ${total}` : `${at} of ${total}`, right, height - 9);
    if (!byHand) {
        context.fillRect(left + at * across - 1, top - 4, 2, bottom - top + 8);
    }
}
