// @ts-check
// The controls of the user: arrow keys, and the buttons below the level.

/** @typedef {"left" | "right" | "down" | "jump"} Key */

/** @type {Record<string, Key>} */
const KEYS = { ArrowLeft: "left", ArrowRight: "right", ArrowDown: "down", ArrowUp: "jump", " ": "jump" };

export class Hands {
    /**
     * @param {HTMLElement} pad buttons with `data-key`
     * @param {() => void} pressed a key went down
     */
    constructor(pad, pressed) {
        /** @type {Set<Key>} */
        this.down = new Set();
        this.pressed = pressed;
        addEventListener("keydown", (event) => {
            const key = KEYS[event.key];
            if (!key || event.shiftKey || event.ctrlKey || event.altKey || event.metaKey || isTyping(event)) return;
            event.preventDefault();
            this.press(key);
        });
        addEventListener("keyup", (event) => {
            const key = KEYS[event.key];
            if (key) this.down.delete(key);
        });
        // A key that is released in another window sends no event here.
        addEventListener("blur", () => this.down.clear());
        for (const button of pad.querySelectorAll("button")) this.listen(button);
    }

    /** @param {Key} key */
    press(key) {
        const isNew = !this.down.has(key);
        this.down.add(key);
        if (isNew) this.pressed();
    }

    get areBusy() {
        return this.down.size > 0;
    }

    /** From -1, left, to 1. */
    get walk() {
        return Number(this.down.has("right")) - Number(this.down.has("left"));
    }

    /** @param {HTMLButtonElement} button */
    listen(button) {
        const key = /** @type {Key} */ (button.dataset.key);
        const up = () => {
            button.classList.remove("is-down");
            this.down.delete(key);
        };
        button.addEventListener("pointerdown", (event) => {
            event.preventDefault();
            button.classList.add("is-down");
            this.press(key);
        });
        for (const name of ["pointerup", "pointercancel", "pointerleave"]) button.addEventListener(name, up);
        button.addEventListener("contextmenu", (event) => event.preventDefault());
    }
}

/**
 * Returns true if a key was pressed in a control of the page.
 * @param {KeyboardEvent} event
 */
export function isTyping(event) {
    const target = /** @type {Element | null} */ (event.target);
    return target instanceof Element && target.matches("input, select, textarea, button, a");
}
