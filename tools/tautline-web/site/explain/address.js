// @ts-check
// The address of the page, which has the subject, the ground and the step.

import { SCENES } from "./scenes.js";

/** @typedef {"funnel" | "interval"} Subject */
/** @typedef {import("./scenes.js").SceneKind} SceneKind */

/**
 * The part of the address after the page: `#funnel-7`, or `#funnel-harbour-7` if the ground is not the default.
 * @param {Subject} subject
 * @param {SceneKind} kind
 * @param {number} step
 */
export function addressOf(subject, kind, step) {
    const ground = kind === SCENES[subject][0] ? "" : `-${kind.id}`;
    return `#${subject}${ground}-${step}`;
}

/** @returns {[Subject, SceneKind, number]} from the address, or else the defaults */
export function fromAddress() {
    const [, subject, ground, step] = /^#(funnel|interval)(?:-([a-z]+))?(?:-(\d+))?$/.exec(location.hash) ?? [];
    const known = /** @type {Subject} */ (subject ?? "funnel");
    const kind = SCENES[known].find(({ id }) => id === ground) ?? SCENES[known][0];
    return [known, kind, Number(step ?? 0)];
}
