// @ts-check
// Sixty steps a second, however often the screen is drawn.

/** Seconds of a step. */
const STEP = 1 / 60;
/** After a pause, no more steps than these are made up for. */
const MOST_AT_ONCE = 6;

export class Clock {
    /**
     * @param {() => boolean} step lets a step pass; whether another one is to follow
     * @param {() => void} drawn after the steps of a frame
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

    /** Lets time pass until a step says that it is enough. */
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
        // A hair early is on time: screens of 60 frames a second are not exact.
        while (goesOn && this.owed >= STEP * 0.99) {
            this.owed -= STEP;
            goesOn = this.step();
        }
        this.isRunning = goesOn;
        this.drawn();
        if (goesOn) requestAnimationFrame((next) => this.tick(next));
    }
}
