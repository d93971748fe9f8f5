import type { CallConsent } from '@antiphon/contract/calls';
import type { LegEvent, Piece } from '../talks/talks.ports.ts';
import { makeCardPause } from './card-pause.ts';
import { readConsent, wantsNoRecording } from './consent.rules.ts';
import { recordingWordsIn } from './recording-words.rules.ts';

type Options = {
  consent: CallConsent;
  lang: string;
  /** Said once they answered whether they may be recorded. */
  greeting: string;
  onAgreed(): void;
  /** Also once it is recorded. */
  onRefused(): void;
  /** Of the recording; also where there is none. */
  onPause(isPaused: boolean): void;
  /** What was recorded has a card in it, and is not to be kept. */
  onLeaked(): void;
};

const aside = (text: string): LegEvent[] => (text.trim() === '' ? [] : [{ kind: 'aside', text }]);
/** The agent is silent now. */
const HUSH: LegEvent = { kind: 'tap' };

/** Hears what a caller says before anybody else does, and answers what is left of it: their answer to a question of ours is no message. */
export function makeCallGuard({ consent, lang, greeting, onAgreed, onRefused, onPause, onLeaked }: Options) {
  const words = recordingWordsIn(lang);
  const cards = makeCardPause({ lang, onPause, onLeaked });
  let state = consent;

  const hearAnswer = (event: Extract<LegEvent, { kind: 'final' }>): LegEvent[] => {
    const answer = readConsent(event.text);
    state = answer === 'yes' ? 'agreed' : 'refused';
    if (answer === 'yes') onAgreed();
    else onRefused();
    if (answer === 'yes') return [HUSH, ...aside(words.agreed), ...aside(greeting)];
    // They asked for something else: it is answered, without a recording.
    if (answer === 'other') return [event];
    return [HUSH, ...aside(words.refused), ...aside(greeting)];
  };

  const hearConsent = (event: LegEvent): LegEvent[] => {
    if (event.kind !== 'final' || event.text.trim() === '') return [event];
    if (state === 'asked') return hearAnswer(event);
    if ((state !== 'announced' && state !== 'agreed') || !wantsNoRecording(event.text)) return [event];
    state = 'refused';
    onRefused();
    return [HUSH, ...aside(words.stopped)];
  };

  return {
    /** The agent, or a person in its place, says this. */
    said: (piece: Pick<Piece, 'text' | 'messageId'>) => cards.said(piece),
    hear(event: LegEvent): LegEvent[] {
      const left = cards.hear(event);
      return left === null ? [] : hearConsent(left);
    },
  };
}
