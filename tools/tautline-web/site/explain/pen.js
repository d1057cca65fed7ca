// @ts-check
// Marks on the ground, and their labels.

import { Pen } from "../common/pen.js";

export class LessonPen extends Pen {
    /** @param {number} x @param {number} y @param {number} radius in pixels @param {string} ink */
    dot(x, y, radius, ink) {
        const at = this.at(x, y);
        this.context.beginPath();
        this.context.arc(at.x, at.y, radius, 0, 2 * Math.PI);
        this.fill(ink);
        this.context.strokeStyle = this.colour.raised;
        this.context.lineWidth = 1.5;
        this.context.stroke();
    }

    /** @param {number} x @param {number} y @param {string} ink */
    cross(x, y, ink) {
        const at = this.at(x, y);
        this.context.beginPath();
        for (const side of [-1, 1]) {
            this.context.moveTo(at.x - 5, at.y - 5 * side);
            this.context.lineTo(at.x + 5, at.y + 5 * side);
        }
        this.stroke(ink, 2);
    }

    /** Words next to a point. @param {number} x @param {number} y @param {string} words @param {string} ink */
    label(x, y, words, ink) {
        const { context } = this;
        const at = this.at(x, y);
        context.font = "600 13px system-ui, sans-serif";
        const wide = context.measureText(words).width;
        // On the side where there is room.
        const room = context.canvas.getBoundingClientRect().width;
        const left = at.x + 10 + wide > room - 4 ? at.x - 10 - wide : at.x + 10;
        const top = Math.max(at.y - 10, 14);
        context.textBaseline = "middle";
        context.textAlign = "left";
        context.strokeStyle = this.colour.raised;
        context.lineWidth = 4;
        context.lineJoin = "round";
        context.strokeText(words, left, top);
        context.fillStyle = ink;
        context.fillText(words, left, top);
    }
}
