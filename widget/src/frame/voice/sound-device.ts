import type { Device, DeviceParts } from './device.ts';
import { openSound } from './sound.ts';

/** Sound is silent as soon as a voice is heard; what the server does not confirm within this time goes on. */
const CONFIRM_MS = 1_000;

/** To be called at a press: the microphone is asked for, and the loudspeaker opened. Without a microphone the answers are heard all the same. */
export async function openSoundDevice({ panel, texts, line, played }: DeviceParts): Promise<Device> {
  let isDeaf = false;
  let confirming = 0;
  const deaf = () => {
    isDeaf = true;
    panel.note(texts.forbidden);
  };
  const confirmed = () => clearTimeout(confirming);
  const sound = await openSound({
    onSound: (pcm) => line()?.send(pcm),
    onVoice(isOn) {
      line()?.tell({ type: 'voice', isOn });
      if (!isOn) return;
      confirmed();
      confirming = window.setTimeout(() => sound.resume(), CONFIRM_MS);
    },
    onPlayed: played,
    onLost: deaf,
  });
  if (!sound.hasMicrophone) deaf();
  return {
    begin: () => sound.stop(),
    say() {},
    pause() {
      confirmed();
      sound.pause();
    },
    resume() {
      confirmed();
      sound.resume();
    },
    stop() {
      confirmed();
      sound.stop();
    },
    play(bytes) {
      const piece = new DataView(bytes).getUint32(0, true);
      if (bytes.byteLength === 4) sound.endPiece(piece);
      else sound.play(piece, bytes.slice(4));
    },
    isDeaf: () => isDeaf,
    close() {
      confirmed();
      sound.close();
    },
  };
}
