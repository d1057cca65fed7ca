// @ts-check
// What a tap on the map does: a row of buttons of which one is chosen.

export class Tools {
    /** @param {Element[]} buttons each with the name of its tool */
    constructor(buttons) {
        this.buttons = buttons.map((button) => /** @type {HTMLButtonElement} */ (button));
        for (const button of this.buttons) {
            button.addEventListener("click", () => this.choose(button));
            button.addEventListener("keydown", (event) => this.step(button, event.key));
        }
        /** The name of the tool in use. */
        this.chosen = "goal";
        this.choose(this.buttons[0]);
    }

    /** @param {HTMLButtonElement} chosen */
    choose(chosen) {
        this.chosen = chosen.dataset.tool ?? "goal";
        for (const button of this.buttons) {
            button.setAttribute("aria-checked", String(button === chosen));
            button.tabIndex = button === chosen ? 0 : -1;
        }
    }

    /**
     * Arrow keys go from button to button.
     * @param {HTMLButtonElement} from
     * @param {string} key
     */
    step(from, key) {
        const step = { ArrowRight: 1, ArrowLeft: -1 }[key];
        if (!step) return;
        const count = this.buttons.length;
        const next = this.buttons[(this.buttons.indexOf(from) + step + count) % count];
        next.focus();
        this.choose(next);
    }
}
