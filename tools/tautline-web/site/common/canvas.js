// @ts-check
// A canvas that is as sharp as the screen, and is drawn once per frame at most.

/** Keeps the resolution of a canvas equal to its size on the screen, and draws it on request. */
export class Drawing {
    /**
     * @param {HTMLCanvasElement} canvas
     * @param {(context: CanvasRenderingContext2D, size: { width: number, height: number }) => void} draw
     *     in CSS pixels
     */
    constructor(canvas, draw) {
        this.canvas = canvas;
        this.draw = draw;
        this.width = 0;
        this.height = 0;
        this.isAsked = false;
        this.context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
        // The observer also reports the first size.
        new ResizeObserver(() => this.resize()).observe(canvas);
    }

    /** Draws with the next frame. */
    ask() {
        if (this.isAsked) return;
        this.isAsked = true;
        requestAnimationFrame(() => {
            this.isAsked = false;
            this.drawNow();
        });
    }

    drawNow() {
        if (this.width < 1 || this.height < 1) return;
        const sharpness = this.canvas.width / this.width;
        this.context.setTransform(sharpness, 0, 0, sharpness, 0, 0);
        this.draw(this.context, { width: this.width, height: this.height });
    }

    resize() {
        const { width, height } = this.canvas.getBoundingClientRect();
        const sharpness = Math.min(devicePixelRatio || 1, 3);
        [this.width, this.height] = [width, height];
        const [columns, rows] = [Math.round(width * sharpness), Math.round(height * sharpness)];
        if (this.canvas.width === columns && this.canvas.height === rows) return;
        [this.canvas.width, this.canvas.height] = [columns, rows];
        this.canvas.dispatchEvent(new Event("sized"));
        // At once: an empty frame would flicker.
        this.drawNow();
    }
}
