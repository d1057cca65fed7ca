// @ts-check
// Sixty steps per second, independent of the frame rate.

/** Seconds of a step. */
const STEP = 1 / 60;
/** The greatest number of steps that are made up for after a pause. */
const MOST_AT_ONCE = 6;

export class Clock {
    /**
     * @param {() => boolean} step plays a step; true if another one follows
     * @param {() => void} drawn called after the steps of a frame
     */
    constructor(step, drawn) {
        this.step = step;
        this.drawn = drawn;
        /** How fast time passes. */
        this.pace = 1;
        this.owed = 0;
        this.last = 0;
        this.isRunning = false;
    }

    /** Plays steps until one returns false. */
    start() {
        if (this.isRunning) return;
        this.isRunning = true;
        this.owed = STEP;
        this.last = performance.now();
        requestAnimationFrame((now) => this.tick(now));
    }

    /** @param {number} now in milliseconds */
    tick(now) {
        this.owed += (Math.max(0, now - this.last) / 1000) * this.pace;
        this.last = now;
        this.owed = Math.min(this.owed, MOST_AT_ONCE * STEP);
        let goesOn = true;
        // A step may be slightly early, because screens of 60 frames per second are not exact.
        while (goesOn && this.owed >= STEP * 0.99) {
            this.owed -= STEP;
            goesOn = this.step();
        }
        this.isRunning = goesOn;
        this.drawn();
        if (goesOn) requestAnimationFrame((next) => this.tick(next));
    }
}
