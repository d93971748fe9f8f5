/// <reference types="vite/client" />

import type { FromWorklet, ToWorklet } from './capture-worklet.ts';
import worklet from './capture-worklet.ts?worker&url';

type SoundOptions = {
  /** 20 ms of PCM: 16 bits, 16 kHz, one channel. */
  onSound(pcm: ArrayBuffer): void;
  /** A voice is heard, for 120 ms by now; or none any more. */
  onVoice(isOn: boolean): void;
  /** So much was played of what came of a piece; 1 once it is over. */
  onPlayed(piece: number, share: number): void;
  /** The microphone is gone: it was unplugged, or forbidden. */
  onLost?(): void;
};

export type OpenedSound = {
  hasMicrophone: boolean;
  /** PCM: 16 bits, 24 kHz, one channel. The buffer is taken. */
  play(piece: number, pcm: ArrayBuffer): void;
  endPiece(piece: number): void;
  pause(): void;
  resume(): void;
  stop(): void;
  close(): void;
};

/** Opens loudspeaker and microphone, where that is allowed; rejects where neither can be. To be called at a click. */
export async function openSound({ onSound, onVoice, onPlayed, onLost }: SoundOptions): Promise<OpenedSound> {
  const context = new AudioContext({ latencyHint: 'interactive' });
  let microphone: MediaStream | undefined;
  const close = () => {
    for (const track of microphone?.getTracks() ?? []) track.stop();
    context.close().catch(() => {});
  };
  try {
    const audio = { echoCancellation: true, noiseSuppression: true, autoGainControl: true, channelCount: 1 };
    const listening = Promise.resolve(navigator.mediaDevices?.getUserMedia({ audio })).catch(() => undefined);
    [microphone] = await Promise.all([listening, context.audioWorklet.addModule(worklet)]);
    await context.resume();
  } catch (error) {
    close();
    throw error;
  }
  const node = new AudioWorkletNode(context, 'sound', {
    outputChannelCount: [1],
    channelCount: 1,
    channelCountMode: 'explicit',
  });
  node.port.onmessage = ({ data }: MessageEvent<FromWorklet>) => {
    if ('pcm' in data) onSound(data.pcm);
    else if ('isVoice' in data) onVoice(data.isVoice);
    else onPlayed(data.piece, data.share);
  };
  node.connect(context.destination);
  if (microphone) context.createMediaStreamSource(microphone).connect(node);
  if (onLost) microphone?.getAudioTracks()[0]?.addEventListener('ended', onLost);
  const tell = (message: ToWorklet, taken: Transferable[] = []) => node.port.postMessage(message, taken);
  return {
    hasMicrophone: microphone !== undefined,
    play: (piece, pcm) => tell({ do: 'play', piece, pcm }, [pcm]),
    endPiece: (piece) => tell({ do: 'end', piece }),
    pause: () => tell({ do: 'pause' }),
    resume: () => tell({ do: 'resume' }),
    stop: () => tell({ do: 'stop' }),
    close,
  };
}
