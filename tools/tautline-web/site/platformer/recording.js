// @ts-check
// The inputs of each frame, by a plan or by the user.

/**
 * The same keys for some frames; `walk` is in subpixels per frame.
 * @typedef {{ walk: number, jump: boolean, down: boolean, frames: number }} Run
 */

/** The number of frames of the user's inputs that are kept. */
const REMEMBERED = 360;

export class Recording {
    constructor() {
        /** @type {Run[]} */
        this.runs = [];
    }

    /** Takes over the inputs of a plan. @param {ArrayLike<number>} inputs walk, jump, down and frames of each */
    plan(inputs) {
        this.runs = [];
        for (let i = 0; i < inputs.length; i += 4) {
            const [walk, jump, down, frames] = [inputs[i], inputs[i + 1], inputs[i + 2], inputs[i + 3]];
            this.runs.push({ walk, jump: jump > 0, down: down > 0, frames });
        }
    }

    /** Adds a frame, and drops the oldest frames. @param {Omit<Run, "frames">} pressed */
    add(pressed) {
        const last = this.runs.at(-1);
        const isHeld = last?.walk === pressed.walk && last.jump === pressed.jump && last.down === pressed.down;
        if (isHeld) last.frames++;
        else this.runs.push({ ...pressed, frames: 1 });
        let over = this.runs.reduce((sum, run) => sum + run.frames, 0) - REMEMBERED;
        while (over > 0) {
            const cut = Math.min(over, this.runs[0].frames);
            this.runs[0].frames -= cut;
            over -= cut;
            if (this.runs[0].frames === 0) this.runs.shift();
        }
    }
}
