const pauseMs = 2_000;
const tones = [659, 880];
const toneSeconds = 0.16;
const loudness = 0.08;

/** `times` chimes, each two seconds after the one before was heard. A browser that wants a click first stays silent. */
export function playSound(times: number): void {
  void chime()
    .catch(() => undefined)
    .then(() => times > 1 && window.setTimeout(() => playSound(times - 1), pauseMs));
}

/** Two soft tones, made here: no file to load. */
async function chime(): Promise<void> {
  const context = new AudioContext();
  await context.resume();
  tones.forEach((frequency, nth) => {
    const start = context.currentTime + nth * toneSeconds;
    const [tone, volume] = [context.createOscillator(), context.createGain()];
    tone.frequency.value = frequency;
    volume.gain.setValueAtTime(loudness, start);
    volume.gain.exponentialRampToValueAtTime(0.0001, start + toneSeconds * 2);
    tone.connect(volume).connect(context.destination);
    tone.start(start);
    tone.stop(start + toneSeconds * 2);
  });
  window.setTimeout(() => void context.close(), 1_000);
}
