// @ts-check
// The controls for steps: buttons, a slider, keys, and automatic play.

import { element, input } from "../common/page.js";

/** Milliseconds for which a step is shown while they play. */
const PACE = 1100;

export class Player {
    /** @param {(step: number) => string} show shows a step, and returns its title */
    constructor(show) {
        this.show = show;
        this.step = 0;
        /** How many steps there are; none before something is shown. */
        this.count = 0;
        /** @type {ReturnType<typeof setTimeout> | undefined} */
        this.timer = undefined;
        this.slider = input("slider");
        this.previous = /** @type {HTMLButtonElement} */ (element("previous"));
        this.next = /** @type {HTMLButtonElement} */ (element("next"));
        this.listen();
    }

    /** Shows a step, or the one that is nearest to it. @param {number} step */
    go(step) {
        if (this.count === 0) return;
        const last = this.count - 1;
        this.step = Math.min(Math.max(Math.round(step) || 0, 0), last);
        const title = this.show(this.step);
        this.slider.max = String(last);
        this.slider.value = String(this.step);
        this.slider.setAttribute("aria-valuetext", `step ${this.step} of ${last}: ${title}`);
        element("count").textContent = `${this.step} / ${last}`;
        this.previous.disabled = this.step === 0;
        this.next.disabled = this.step === last;
    }

    /** Plays the following steps; from the first step, if this is the last one. */
    play() {
        this.stop();
        this.label("❚❚", "Pause");
        if (this.step === this.count - 1) this.go(0);
        const next = () => {
            this.go(this.step + 1);
            if (this.step < this.count - 1) this.timer = setTimeout(next, PACE);
            else this.stop();
        };
        this.timer = setTimeout(next, PACE);
    }

    stop() {
        clearTimeout(this.timer);
        this.timer = undefined;
        this.label("▶", "Play");
    }

    toggle() {
        if (this.timer === undefined) this.play();
        else this.stop();
    }

    /** What the button does next. @param {string} sign @param {string} words */
    label(sign, words) {
        const button = element("play");
        button.textContent = sign;
        button.setAttribute("aria-label", words);
    }

    /** Shows a step that was asked for by hand. @param {number} step */
    jump(step) {
        this.stop();
        this.go(step);
    }

    listen() {
        this.slider.addEventListener("input", () => this.jump(+this.slider.value));
        this.previous.addEventListener("click", () => this.jump(this.step - 1));
        this.next.addEventListener("click", () => this.jump(this.step + 1));
        element("play").addEventListener("click", () => this.toggle());
        addEventListener("keydown", (event) => this.key(event));
    }

    /** @param {KeyboardEvent} event */
    key(event) {
        if (event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
        const target = /** @type {Element} */ (event.target);
        const isControl = target instanceof Element && target.matches("input, select");
        const isButton = target instanceof Element && target.matches("button, a");
        const { step, count } = this;
        const to = { ArrowLeft: step - 1, ArrowRight: step + 1, Home: 0, End: count - 1 }[event.key];
        if (to !== undefined && !isControl) this.jump(to);
        else if (event.key === " " && !isControl && !isButton) this.toggle();
        else return;
        event.preventDefault();
    }
}
