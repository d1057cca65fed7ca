// @ts-check
// Hands slow work to a worker, so that the page never waits.

/** After so many milliseconds a job is given up. */
const PATIENCE = 60_000;

/** What a job ends with that is not wanted any more. */
export class Superseded extends Error {}

/** One job at a time; a new one ends the one before. */
export class Baker {
    constructor() {
        /** @type {Worker | null} */
        this.worker = null;
        /** @type {((error: Error) => void) | null} */
        this.giveUp = null;
    }

    /**
     * @param {import("./worker.js").Job} job
     * @returns {Promise<Uint8Array>}
     */
    bake(job) {
        this.stop();
        // A worker that is idle is used again: the library is loaded there.
        this.worker ??= new Worker(new URL("worker.js", import.meta.url), { type: "module" });
        const worker = this.worker;
        return new Promise((resolve, reject) => {
            const end = () => {
                clearTimeout(timer);
                this.giveUp = null;
            };
            const kill = (/** @type {Error} */ error) => {
                end();
                worker.terminate();
                if (this.worker === worker) this.worker = null;
                reject(error);
            };
            const timer = setTimeout(
                () => kill(new Error(`that took longer than ${PATIENCE / 1000} seconds; try a smaller map`)),
                PATIENCE,
            );
            this.giveUp = kill;
            worker.onmessage = ({ data }) => {
                end();
                if (data.bytes) resolve(data.bytes);
                else reject(new Error(data.fault));
            };
            // Out of memory, most likely.
            worker.onerror = (event) => {
                event.preventDefault();
                kill(new Error(`the map is too much for this browser: ${event.message ?? "it gave up"}`));
            };
            worker.postMessage(job);
        });
    }

    /** Ends the job that is being done, if any is. */
    stop() {
        this.giveUp?.(new Superseded("another job came first"));
    }
}
