import { useEffect, useRef, useState } from 'react';
import { api, type Problem, toProblem } from '../../api.ts';

type Sample = Parameters<typeof api.voices.speak>[0];

const bytesOf = (base64: string) => Uint8Array.from(atob(base64), (char) => char.charCodeAt(0)).buffer;

/** Words in the voice of a provider, which its key pays. */
export function useSample() {
  const [state, setState] = useState<'silent' | 'asking' | 'speaking'>('silent');
  const [problem, setProblem] = useState<Problem | null>(null);
  const context = useRef<AudioContext | null>(null);
  const turn = useRef(0);
  const stop = () => {
    turn.current += 1;
    void context.current?.close();
    context.current = null;
    setState('silent');
  };
  const speak = async (sample: Sample) => {
    stop();
    setProblem(null);
    const own = turn.current;
    // Made at the press: browsers let sound begin then.
    const sound = new AudioContext();
    context.current = sound;
    setState('asking');
    try {
      const { wav } = await api.voices.speak(sample);
      const buffer = await sound.decodeAudioData(bytesOf(wav));
      if (turn.current !== own) return;
      const source = new AudioBufferSourceNode(sound, { buffer });
      source.onended = () => turn.current === own && stop();
      source.connect(sound.destination);
      source.start();
      setState('speaking');
    } catch (error) {
      if (turn.current !== own) return;
      stop();
      setProblem(toProblem(error));
    }
  };
  useEffect(
    () => () => {
      turn.current += 1;
      void context.current?.close();
    },
    [],
  );
  return { state, problem, speak, stop };
}
