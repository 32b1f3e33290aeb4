// Short sounds for moves and results, synthesized here; off until they are turned on.

import { keep, recall } from "./browser_storage.js";

/** Notes in hertz. @type {Record<string, number[]>} */
const TUNES = { move: [330], win: [392, 494, 587], loss: [330, 277, 220] };
const LENGTH = 0.12;
const VOLUME = 0.12;

/** @type {AudioContext | null} */
let audio = null;
let isOn = recall("sounds", false);

export function areSoundsOn() {
  return isOn;
}

export function switchSounds() {
  isOn = !isOn;
  keep("sounds", isOn);
  playSound("move");
}

/** @param {"move" | "win" | "loss"} name */
export function playSound(name) {
  if (!isOn) return;
  audio ??= new AudioContext();
  for (const [index, frequency] of TUNES[name].entries())
    playNote(audio, frequency, audio.currentTime + index * LENGTH);
}

/**
 * @param {AudioContext} context
 * @param {number} frequency
 * @param {number} start
 */
function playNote(context, frequency, start) {
  const tone = new OscillatorNode(context, { type: "triangle", frequency });
  const volume = new GainNode(context, { gain: VOLUME });
  volume.gain.setValueAtTime(VOLUME, start);
  volume.gain.exponentialRampToValueAtTime(0.001, start + LENGTH);
  tone.connect(volume).connect(context.destination);
  tone.start(start);
  tone.stop(start + LENGTH);
}
