// @ts-check
// A level with very small tiles, drawn as an image with one pixel per tile.

/** @typedef {import("../common/view.js").View} View */
/** @typedef {import("./scene.js").Shown} Shown */

export class Overview {
    constructor() {
        /** @type {HTMLCanvasElement | null} */
        this.dots = null;
        /** The tiles that the dots show. @type {Uint8Array | null} */
        this.shows = null;
    }

    /** Discards the image, after a change of colours. */
    forget() {
        this.shows = null;
    }

    /**
     * @param {CanvasRenderingContext2D} context
     * @param {View} view
     * @param {Shown} shown
     * @param {Record<string, string>} colour
     */
    draw(context, view, shown, colour) {
        if (this.shows !== shown.tiles || !this.dots) {
            this.dots = document.createElement("canvas");
            [this.dots.width, this.dots.height] = [Math.max(shown.columns, 1), Math.max(shown.rows, 1)];
            const small = /** @type {CanvasRenderingContext2D} */ (this.dots.getContext("2d"));
            const inks = [null, colour.rock, colour.plank, colour.spike];
            for (const [index, tile] of shown.tiles.entries()) {
                const ink = inks[tile];
                if (!ink) continue;
                small.fillStyle = ink;
                small.fillRect(index % shown.columns, shown.rows - 1 - Math.floor(index / shown.columns), 1, 1);
            }
            this.shows = shown.tiles;
        }
        const corner = view.toScreen({ x: 0, y: shown.rows * shown.tile });
        const scale = shown.tile * view.scale;
        context.imageSmoothingEnabled = scale < 1;
        context.drawImage(this.dots, corner.x, corner.y, shown.columns * scale, shown.rows * scale);
    }
}
