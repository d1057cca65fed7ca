// @ts-check
// The comparison of the plan with the published method.

import { element } from "../common/page.js";

/** @typedef {import("../wasm/play.js").Stage} Stage */

/** Shows how long both take. @param {Stage} stage */
export function showRace(stage) {
    const has = stage.frames > 0;
    element("exact-frames").textContent = has ? String(stage.frames) : "–";
    element("exact-seconds").textContent = has ? seconds(stage.frames) : "–";
    element("exact-time").textContent = has ? milliseconds(stage.milliseconds) : "–";
    const rival = stage.ghost_frames;
    element("classic-frames").textContent = has ? (rival ? String(rival) : "never") : "–";
    element("classic-seconds").textContent = rival ? seconds(rival) : "–";
    element("classic-time").textContent = has ? milliseconds(stage.ghost_milliseconds) : "–";
}

/** Shows the ratio of both times, whether the classic method arrives, and whether the character can return. @param {Stage} stage */
export function showVerdict(stage) {
    const words = [];
    if (stage.frames > 0) {
        const [rival, message] = [stage.ghost_frames, stage.ghost_message];
        if (rival) words.push(`Classic takes ${(rival / stage.frames).toFixed(2)} times as long${message ? `; ${message}` : ""}.`);
        else if (message) words.push(`Classic: ${message}.`);
        if (stage.can_return() === false) words.push("The character cannot come back from there.");
    }
    element("verdict").textContent = words.join(" ");
}

/** @param {number} frames */
function seconds(frames) {
    return (frames / 60).toFixed(2);
}

/** @param {number} time */
function milliseconds(time) {
    return time < 0.095 ? "< 0.1 ms" : `${time.toFixed(1)} ms`;
}
