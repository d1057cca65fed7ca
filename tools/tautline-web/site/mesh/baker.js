// @ts-check
// Runs slow work in a worker, so that the page stays responsive.

/** The time after which a job is cancelled, in milliseconds. */
const PATIENCE = 60_000;

/** The error of a job that was cancelled because its result is not needed any more. */
export class Superseded extends Error {}

/** Runs one job at a time. A new job cancels the one before. */
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
        // Reuses an idle worker, which has loaded the library.
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
                () => kill(new Error(`this took longer than ${PATIENCE / 1000} seconds; try a smaller map`)),
                PATIENCE,
            );
            this.giveUp = kill;
            worker.onmessage = ({ data }) => {
                end();
                if (data.bytes) resolve(data.bytes);
                else reject(new Error(data.fault));
            };
            // The worker has probably run out of memory.
            worker.onerror = (event) => {
                event.preventDefault();
                kill(new Error(`the map may be too large for this browser: ${event.message ?? "the worker has stopped"}`));
            };
            worker.postMessage(job);
        });
    }

    /** Cancels the current job, if there is one. */
    stop() {
        this.giveUp?.(new Superseded("another job came first"));
    }
}
