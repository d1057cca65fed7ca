// @ts-check
// The algorithms, step by step. The address of the page has the subject, the ground and the step.

import { showFault } from "./common/fault.js";
import { addHeader } from "./common/header.js";
import { element } from "./common/page.js";
import { loadLibrary } from "./common/wasm.js";
import { fromAddress } from "./explain/address.js";
import { Explanation, subjects } from "./explain/explanation.js";
import { SCENES } from "./explain/scenes.js";

addHeader("explain.html");

const library = await loadLibrary("play").catch((error) => {
    showFault(error);
    throw error;
});

const explanation = new Explanation(library);

for (const radio of subjects()) {
    radio.addEventListener("change", () => {
        const subject = /** @type {import("./explain/address.js").Subject} */ (radio.value);
        explanation.player.stop();
        explanation.open(subject, SCENES[subject][0], 0);
    });
}
const sceneList = /** @type {HTMLSelectElement} */ (element("scene"));
sceneList.addEventListener("change", () => {
    const kind = SCENES[explanation.subject].find(({ id }) => id === sceneList.value);
    explanation.player.stop();
    if (kind) explanation.open(explanation.subject, kind, 0);
});
addEventListener("hashchange", () => {
    explanation.player.stop();
    explanation.open(...fromAddress());
});
document.addEventListener("themechange", () => explanation.drawing.ask());

await explanation.open(...fromAddress());

/** For tests: what is shown. */
Object.assign(window, {
    tautline: {
        get subject() {
            return explanation.subject;
        },
        get step() {
            return explanation.player.step;
        },
        get count() {
            return explanation.player.count;
        },
        get path() {
            return explanation.show ? [...explanation.show.path] : [];
        },
        get length() {
            return explanation.show?.length;
        },
        /** Where start or goal is, in CSS pixels of the window. @param {"start" | "goal"} name */
        place(name) {
            const [x, y] = explanation.ends[name];
            const { left, top } = element("ground").getBoundingClientRect();
            const at = explanation.view.toScreen({ x, y });
            return { x: left + at.x, y: top + at.y };
        },
    },
});
