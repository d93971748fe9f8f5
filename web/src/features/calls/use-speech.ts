import { useEffect, useRef, useState } from 'react';

interface Spoken {
  text: string;
  /** Such as de; empty where nobody knows: as the dashboard. */
  lang: string;
  /** By its name; empty: any that fits. */
  voice: string;
  rate: number;
}

/** Some browsers take the words and never speak. */
const startsWithinMs = 3_000;

export const canSpeak = () => 'speechSynthesis' in window && 'SpeechSynthesisUtterance' in window;

/** Browsers stop in the middle of what lasts longer than some 14 seconds: a sentence each. */
const sentencesOf = (text: string) =>
  [...new Intl.Segmenter(undefined, { granularity: 'sentence' }).segment(text)]
    .map(({ segment }) => segment.trim())
    .filter((sentence) => sentence !== '');

/** The browser of whoever looks speaks, as that of a visitor will. */
export function useSpeech() {
  const [state, setState] = useState<'silent' | 'speaking' | 'failed'>('silent');
  const [hasVoice, setHasVoice] = useState(true);
  const turn = useRef(0);
  const watch = useRef(0);
  const stop = () => {
    turn.current += 1;
    clearTimeout(watch.current);
    if (canSpeak()) speechSynthesis.cancel();
    setState('silent');
  };
  const speak = ({ text, lang, voice, rate }: Spoken) => {
    stop();
    const own = turn.current;
    const end = (next: 'silent' | 'failed') => {
      if (turn.current !== own) return;
      stop();
      setState(next);
    };
    const found = speechSynthesis.getVoices().find(({ name }) => name === voice);
    setHasVoice(voice === '' || found !== undefined);
    setState('speaking');
    watch.current = window.setTimeout(() => end('failed'), startsWithinMs);
    const sentences = sentencesOf(text);
    for (const [index, sentence] of sentences.entries()) {
      const utterance = new SpeechSynthesisUtterance(sentence);
      utterance.lang = lang || document.documentElement.lang;
      if (found) utterance.voice = found;
      utterance.rate = rate;
      utterance.onstart = () => clearTimeout(watch.current);
      utterance.onerror = () => end('failed');
      if (index === sentences.length - 1) utterance.onend = () => end('silent');
      speechSynthesis.speak(utterance);
    }
  };
  useEffect(
    () => () => {
      turn.current += 1;
      clearTimeout(watch.current);
      if (canSpeak()) speechSynthesis.cancel();
    },
    [],
  );
  return { state, hasVoice, speak, stop };
}
