// @ts-check
// The motion of the character in each frame, by its plan or by the user.

import { showMessage } from "./message.js";

/** @typedef {import("../wasm/play.js").Stage} Stage */
/** @typedef {import("./hands.js").Hands} Hands */
/** @typedef {import("./layers.js").Layers} Layers */
/** @typedef {import("./recording.js").Recording} Recording */

/** The numbers of stances in `Stage.state`. */
const [IN_THE_AIR, DEAD] = [1, 2];

export class Motion {
    /**
     * @param {Hands} hands
     * @param {Layers} layers
     * @param {Recording} recording
     * @param {() => void} takenOver called when the user takes over, and the plan is dropped
     */
    constructor(hands, layers, recording, takenOver) {
        this.hands = hands;
        this.layers = layers;
        this.recording = recording;
        this.takenOver = takenOver;
        this.isByHand = false;
        /** To the left, -1, or to the right, 1. */
        this.facing = 1;
        /** The frame of the ghost where it is still on its way. @type {number | undefined} */
        this.ghostFrame = undefined;
    }

    /** The character is as it was put there. */
    begin() {
        this.isByHand = false;
        this.facing = 1;
    }

    /**
     * Plays a frame. Returns true if another one follows.
     * @param {Stage} stage
     * @param {boolean} isWaiting its order is not planned yet
     */
    step(stage, isWaiting) {
        const { hands } = this;
        const [before, wasDead] = [stage.position()[0], isDead(stage)];
        if (hands.areBusy || this.isByHand) this.stepByHand(stage);
        else if (stage.goal().length && !isWaiting) this.stepByPlan(stage);
        else stage.play();
        if (!stage.has_arrived) this.ghostFrame = undefined;
        const [x, isDeadNow] = [stage.position()[0], isDead(stage)];
        if (Math.abs(x - before) > 0.01) this.facing = x > before ? 1 : -1;
        if (isDeadNow && !wasDead) showMessage("The character is dead. Press R or “Reset”.", "bad");
        const isOnItsWay = stage.goal().length > 0 && stage.frame < stage.frames && !isDeadNow;
        const goesOn = hands.areBusy || isFlying(stage) || isOnItsWay || (stage.has_arrived && this.isGhostUnderWay(stage));
        if (!goesOn && this.isByHand && !isDeadNow) showMessage("You control the character. Click to send it again.");
        return goesOn;
    }

    /** @param {Stage} stage */
    stepByHand(stage) {
        if (!this.isByHand) {
            this.isByHand = true;
            stage.halt();
            this.takenOver();
            showMessage("You control the character.");
        }
        const { walk, down: keys } = this.hands;
        const [jump, down] = [keys.has("jump"), keys.has("down")];
        const wasDead = isDead(stage);
        stage.press(walk, jump, down);
        if (!wasDead) this.recording.add({ walk: walk * stage.walk_step, jump, down });
    }

    /** @param {Stage} stage */
    stepByPlan(stage) {
        const wasThere = stage.has_arrived;
        if (stage.frames > stage.frame || !wasThere) stage.play();
        if (!stage.has_arrived) return;
        if (!wasThere) showArrival(stage);
        // The character waits there for the ghost.
        if (this.isGhostUnderWay(stage)) this.ghostFrame = (this.ghostFrame ?? stage.frame) + 1;
    }

    /** @param {Stage} stage */
    isGhostUnderWay(stage) {
        return (this.ghostFrame ?? stage.frame) < this.layers.lastGhostFrame;
    }
}

/** @param {Stage} stage */
export function isDead(stage) {
    return stage.state()[3] === DEAD;
}

/** @param {Stage} stage */
function isFlying(stage) {
    return stage.state()[3] === IN_THE_AIR;
}

/** Shows whether the character arrived exactly as planned. @param {Stage} stage */
function showArrival(stage) {
    const [x, y] = stage.state();
    const end = stage.end();
    const isExact = x === end[0] && y === end[1];
    const held = isExact ? "exactly at the subpixel of the plan" : "but not at the subpixel of the plan";
    showMessage(`Arrived after ${stage.frame} frames, ${held}: x ${x}, y ${y}.`, isExact ? "good" : "bad");
}
