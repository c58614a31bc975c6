/* Short signals for those who look at dice and not at the screen: written, refused, taken back, won.
   Knows: tones. Does not know: when they are due, whether they are wanted (settings.js). */

const SECONDS = 0.12;
/* Pitches in hertz, one after the other. */
const TUNES = {
  written: [660],
  undone: [520, 390],
  refused: [220, 220],
  won: [523, 659, 784],
};
const LOUDNESS = 0.25;

let context = null;

export function play(name) {
  const Context = window.AudioContext;
  if (!Context || !TUNES[name]) return;
  try {
    context ??= new Context();
    if (context.state === "suspended") context.resume();
    TUNES[name].forEach((pitch, at) => tone(pitch, context.currentTime + at * SECONDS * 1.2));
  } catch {
    context = null; // a tablet without loudspeaker: the screen says the same
  }
}

function tone(pitch, from) {
  const source = context.createOscillator();
  const volume = context.createGain();
  source.frequency.value = pitch;
  volume.gain.setValueAtTime(LOUDNESS, from);
  volume.gain.exponentialRampToValueAtTime(0.001, from + SECONDS);
  source.connect(volume).connect(context.destination);
  source.start(from);
  source.stop(from + SECONDS);
}
