import type { LegEvent, Piece } from '../talks/talks.ports.ts';
import { digitsIn, HIDDEN, hasCard, mayBecomeCard, mentionsCard, saysNumbers } from './cards.rules.ts';

/** The agent goes on with something else: for so long it may ask for more of the card. */
const GOES_ON_MS = 3_000;
const ASKED_MAX_MS = 120_000;
/** A number that is said in parts. */
const PARTS_WITHIN_MS = 30_000;
const [PART_MIN, DIGITS_KEPT] = [3, 40];

type Options = {
  lang: string;
  /** Nothing is to be recorded from now on, or it may be again. */
  onPause(isPaused: boolean): void;
  /** A card was said before the recording could be paused. */
  onLeaked(): void;
  now?: () => number;
};

/**
 * Hides cards before anybody else hears of them. A pause begins when the agent, or a person in its place, speaks of a card's number or code, and ends
 * once the caller has answered and something else is spoken of. In a pause whatever has numbers in it is hidden. Outside of it a number is, whose
 * digits are those of a card; and a long one that begins pauses the recording until it is clear what it is.
 */
export function makeCardPause({ lang, onPause, onLeaked, now = Date.now }: Options) {
  let askedAt: number | null = null;
  let hasAnswered = false;
  let ending: NodeJS.Timeout | undefined;
  let isBegun = false;
  let isPaused = false;
  let keys = '';
  let parts = { digits: '', at: 0 };

  const settle = () => {
    const isMeant = askedAt !== null || isBegun;
    if (isMeant === isPaused) return;
    isPaused = isMeant;
    onPause(isPaused);
  };
  const isAsked = () => {
    if (askedAt !== null && now() - askedAt > ASKED_MAX_MS) askedAt = null;
    return askedAt !== null;
  };
  const end = () => {
    askedAt = null;
    settle();
  };
  const watch = (digits: string) => {
    if (isBegun || !mayBecomeCard(digits)) return;
    isBegun = true;
    settle();
  };

  const hearFinal = (event: Extract<LegEvent, { kind: 'final' }>): LegEvent => {
    keys = '';
    const wasPaused = isPaused;
    const digits = digitsIn(event.text, lang);
    const before = now() - parts.at < PARTS_WITHIN_MS && digits.length >= PART_MIN ? parts.digits : '';
    const isCard = hasCard(digits) || hasCard(before + digits);
    if (isAsked()) hasAnswered = true;
    const isHidden = isCard || (isAsked() && saysNumbers(event.text));
    // What was hidden is no part of anything that comes.
    const isPart = !isHidden && digits.length >= PART_MIN;
    parts = { digits: isPart ? (before + digits).slice(-DIGITS_KEPT) : '', at: now() };
    if (isCard && !wasPaused) onLeaked();
    isBegun = false;
    settle();
    return isHidden ? { ...event, text: HIDDEN } : event;
  };

  return {
    said({ text, messageId }: Pick<Piece, 'text' | 'messageId'>) {
      if (mentionsCard(text)) {
        clearTimeout(ending);
        askedAt = now();
        hasAnswered = false;
        return settle();
      }
      if (messageId === null || askedAt === null || !hasAnswered) return;
      clearTimeout(ending);
      ending = setTimeout(end, GOES_ON_MS);
      ending.unref();
    },
    /** Null where nobody is to hear of it. */
    hear(event: LegEvent): LegEvent | null {
      if (event.kind === 'final') return hearFinal(event);
      if (event.kind === 'partial') {
        watch(digitsIn(event.text, lang));
        return isPaused ? { ...event, text: HIDDEN } : event;
      }
      if (event.kind !== 'key') return event;
      keys += event.digit.replace(/\D/g, '');
      watch(keys);
      return isPaused ? null : event;
    },
  };
}
