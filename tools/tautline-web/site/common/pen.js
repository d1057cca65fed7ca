// @ts-check
// Drawing in units of the world, with lines in pixels of the screen.

/** @typedef {import("./view.js").View} View */

export class Pen {
    /**
     * @param {CanvasRenderingContext2D} context
     * @param {View} view
     * @param {Record<string, string>} colour
     */
    constructor(context, view, colour) {
        this.context = context;
        this.view = view;
        this.colour = colour;
    }

    /** Where a place is on the screen. @param {number} x @param {number} y */
    at(x, y) {
        return this.view.toScreen({ x, y });
    }

    /**
     * Begins a line through points: x, y, x, y, ...
     * @param {ArrayLike<number>} points
     */
    line(points) {
        this.context.beginPath();
        for (let i = 0; i + 1 < points.length; i += 2) {
            const { x, y } = this.at(points[i], points[i + 1]);
            if (i === 0) this.context.moveTo(x, y);
            else this.context.lineTo(x, y);
        }
        return this;
    }

    /** @param {string} ink @param {number} width @param {number[]} [dashes] */
    stroke(ink, width, dashes = []) {
        const { context } = this;
        context.strokeStyle = ink;
        context.lineWidth = width;
        context.lineJoin = context.lineCap = "round";
        context.setLineDash(dashes);
        context.stroke();
        context.setLineDash([]);
        return this;
    }

    /** @param {string} ink @param {number} [share] how much it covers */
    fill(ink, share = 1) {
        this.context.globalAlpha = share;
        this.context.fillStyle = ink;
        this.context.fill();
        this.context.globalAlpha = 1;
        return this;
    }
}
