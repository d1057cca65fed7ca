// @ts-check
// The part of the world on the canvas, which mouse, fingers and keys pan and zoom.

/** @typedef {{ x: number, y: number }} Point */
/** @typedef {{ move(at: Point): void, drop?(at: Point): void }} Grip */

/**
 * What a page does with pointers; places are in CSS pixels on the canvas.
 * @typedef {object} Hands
 * @property {() => void} changed the view is another one
 * @property {(at: Point, byTouch: boolean) => Grip | null} [grab] what is taken hold of there; if nothing, the view moves
 * @property {(at: Point) => void} [tap] pressed and let go at the same place
 * @property {(at: Point) => void} [secondary] the right button, or a finger that stays
 * @property {(at: Point | null) => void} [hover] the mouse is there, with no button pressed
 */

/** How far a finger or mouse may stray and still tap, in pixels. */
const STRAY = 6;
/** How long a finger has to stay to mean the right button, in milliseconds. */
const STAY = 500;

export class View {
    /**
     * @param {HTMLCanvasElement} canvas
     * @param {Hands} hands
     */
    constructor(canvas, hands) {
        this.canvas = canvas;
        this.hands = hands;
        /** Pixels per unit of the world. */
        this.scale = 1;
        /** Where the world's origin is, in pixels. */
        this.origin = { x: 0, y: 0 };
        /** Whether y grows downwards in the world, too. */
        this.yDown = false;
        /** The bounds that were fitted last. @type {[number, number, number, number]} */
        this.bounds = [0, 0, 1, 1];
        this.isMoved = false;
        /** @type {Map<number, Point>} */
        this.fingers = new Map();
        /** @type {Gesture | null} */
        this.gesture = null;
        this.listen();
    }

    /**
     * Shows all of a part of the world.
     * @param {[number, number, number, number]} bounds least x, least y, greatest x, greatest y
     * @param {number} margin in pixels
     */
    fit(bounds, margin = 24) {
        this.bounds = bounds;
        this.isMoved = false;
        const { width, height } = this.size();
        const [left, bottom, right, top] = bounds;
        const room = (/** @type {number} */ pixels) => Math.max(pixels - 2 * margin, 1);
        const across = Math.max(right - left, 1e-6);
        const up = Math.max(top - bottom, 1e-6);
        this.scale = Math.min(room(width) / across, room(height) / up);
        const middle = this.offset({ x: (left + right) / 2, y: (bottom + top) / 2 });
        this.origin = { x: width / 2 - middle.x, y: height / 2 - middle.y };
        this.hands.changed();
    }

    /** @param {Point} world */
    toScreen(world) {
        const offset = this.offset(world);
        return { x: this.origin.x + offset.x, y: this.origin.y + offset.y };
    }

    /** @param {Point} screen */
    toWorld(screen) {
        const y = (screen.y - this.origin.y) / this.scale;
        return { x: (screen.x - this.origin.x) / this.scale, y: this.yDown ? y : -y };
    }

    /**
     * Makes a context draw in units of the world. Lines get their width from
     * `pixels / view.scale`.
     * @param {CanvasRenderingContext2D} context in CSS pixels
     */
    apply(context) {
        context.translate(this.origin.x, this.origin.y);
        context.scale(this.scale, this.yDown ? this.scale : -this.scale);
    }

    /**
     * @param {number} factor
     * @param {Point} [at] what stays where it is, in pixels
     */
    zoom(factor, at) {
        const { width, height } = this.size();
        const around = at ?? { x: width / 2, y: height / 2 };
        const most = 4000;
        const fitted = Math.min(width / this.across(), height / this.up());
        const least = Math.max(fitted, 1e-9) / 8;
        const scale = Math.min(Math.max(this.scale * factor, least), Math.max(fitted, 1e-9) * most);
        const real = scale / this.scale;
        this.origin.x = around.x + (this.origin.x - around.x) * real;
        this.origin.y = around.y + (this.origin.y - around.y) * real;
        this.scale = scale;
        this.isMoved = true;
        this.hands.changed();
    }

    /**
     * @param {number} x in pixels
     * @param {number} y in pixels
     */
    pan(x, y) {
        this.origin.x += x;
        this.origin.y += y;
        this.isMoved = true;
        this.hands.changed();
    }

    /** @param {Point} world */
    offset(world) {
        return { x: world.x * this.scale, y: this.yDown ? world.y * this.scale : -world.y * this.scale };
    }

    across() {
        return Math.max(this.bounds[2] - this.bounds[0], 1e-6);
    }

    up() {
        return Math.max(this.bounds[3] - this.bounds[1], 1e-6);
    }

    size() {
        const { width, height } = this.canvas.getBoundingClientRect();
        return { width, height };
    }

    /**
     * @param {MouseEvent} event
     * @returns {Point}
     */
    place(event) {
        const { left, top } = this.canvas.getBoundingClientRect();
        return { x: event.clientX - left, y: event.clientY - top };
    }

    listen() {
        const { canvas } = this;
        canvas.addEventListener("pointerdown", (event) => this.press(event));
        canvas.addEventListener("pointermove", (event) => this.move(event));
        canvas.addEventListener("pointerup", (event) => this.release(event, true));
        canvas.addEventListener("pointercancel", (event) => this.release(event, false));
        canvas.addEventListener("pointerleave", () => this.hands.hover?.(null));
        canvas.addEventListener("contextmenu", (event) => event.preventDefault());
        canvas.addEventListener("sized", () => {
            // If the view was not moved, everything stays in view in the new size.
            if (!this.isMoved) this.fit(this.bounds);
        });
        canvas.addEventListener(
            "wheel",
            (event) => {
                event.preventDefault();
                const lines = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 30 : 1;
                const turned = Math.max(-240, Math.min(240, event.deltaY * lines));
                this.zoom(Math.exp(-turned * 0.002), this.place(event));
            },
            { passive: false },
        );
        canvas.addEventListener("keydown", (event) => {
            const factor = { "+": 1.25, "=": 1.25, "-": 0.8 }[event.key];
            if (factor) this.zoom(factor);
            else if (event.key === "0") this.fit(this.bounds);
            else return;
            event.preventDefault();
        });
    }

    /** @param {PointerEvent} event */
    press(event) {
        const at = this.place(event);
        this.canvas.focus({ preventScroll: true });
        if (event.button === 2) {
            this.hands.secondary?.(at);
            return;
        }
        capture(this.canvas, event.pointerId);
        this.fingers.set(event.pointerId, at);
        this.gesture?.end();
        if (this.fingers.size > 1) {
            this.gesture = new Pinch(this);
            return;
        }
        const byTouch = event.pointerType === "touch";
        const grip = event.button === 0 ? this.hands.grab?.(at, byTouch) ?? null : null;
        this.gesture = new Press(this, at, grip, byTouch);
    }

    /** @param {PointerEvent} event */
    move(event) {
        const at = this.place(event);
        if (!this.fingers.has(event.pointerId)) {
            if (event.pointerType === "mouse") this.hands.hover?.(at);
            return;
        }
        this.fingers.set(event.pointerId, at);
        this.gesture?.move(at);
    }

    /**
     * @param {PointerEvent} event
     * @param {boolean} isMeant whether the pointer was let go, and not taken away
     */
    release(event, isMeant) {
        if (!this.fingers.delete(event.pointerId)) return;
        this.gesture?.end(isMeant ? this.place(event) : undefined);
        this.gesture = null;
    }
}

/**
 * Something that pointers do from pressing to letting go.
 * @typedef {{ move(at: Point): void, end(at?: Point): void }} Gesture
 */

/** One pointer: taps, drags what was grabbed, or pans. */
class Press {
    /**
     * @param {View} view
     * @param {Point} start
     * @param {Grip | null} grip
     * @param {boolean} byTouch
     */
    constructor(view, start, grip, byTouch) {
        this.view = view;
        this.start = start;
        this.last = start;
        this.grip = grip;
        this.hasMoved = false;
        this.hasStayed = false;
        this.timer = byTouch && view.hands.secondary ? setTimeout(() => this.stay(), STAY) : undefined;
    }

    stay() {
        this.hasStayed = true;
        this.view.hands.secondary?.(this.start);
    }

    /** @param {Point} at */
    move(at) {
        if (this.hasStayed) return;
        if (!this.hasMoved && Math.hypot(at.x - this.start.x, at.y - this.start.y) < STRAY) return;
        clearTimeout(this.timer);
        this.hasMoved = true;
        if (this.grip) this.grip.move(at);
        else this.view.pan(at.x - this.last.x, at.y - this.last.y);
        this.last = at;
    }

    /** @param {Point} [at] */
    end(at) {
        clearTimeout(this.timer);
        if (this.hasMoved) this.grip?.drop?.(at ?? this.last);
        else if (at && !this.hasStayed) this.view.hands.tap?.(at);
    }
}

/** Two fingers, which pan and zoom. The world moves with the fingers. */
class Pinch {
    /** @param {View} view */
    constructor(view) {
        this.view = view;
        this.before = this.hold();
    }

    hold() {
        const [one, other] = [...this.view.fingers.values()];
        return {
            x: (one.x + other.x) / 2,
            y: (one.y + other.y) / 2,
            apart: Math.max(Math.hypot(one.x - other.x, one.y - other.y), 1),
        };
    }

    move() {
        if (this.view.fingers.size < 2) return;
        const now = this.hold();
        this.view.pan(now.x - this.before.x, now.y - this.before.y);
        this.view.zoom(now.apart / this.before.apart, now);
        this.before = now;
    }

    end() {}
}

/**
 * Lets a canvas get the events of a pointer that leaves it.
 * @param {HTMLCanvasElement} canvas
 * @param {number} pointer
 */
function capture(canvas, pointer) {
    try {
        canvas.setPointerCapture(pointer);
    } catch {
        // The pointer is gone already, which happens with very short taps.
    }
}
