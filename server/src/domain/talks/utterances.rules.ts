import type { MessageId } from '@antiphon/contract/ids';
import { nextPiece } from './cut-pieces.rules.ts';
import { heardUpTo } from './heard.rules.ts';
import type { Piece } from './talks.ports.ts';

/** Something to be spoken: a message, or words beside. `pieces` are those that were handed on; `cutTo` is where the last one ends. */
export type Utterance = {
  messageId: MessageId | null;
  text: string;
  isDone: boolean;
  /** A person wrote it: it stays as it is, whatever was heard. */
  isPerson: boolean;
  /** Said to fill a silence: what comes behind it does not wait for its end. */
  isFiller: boolean;
  /** Before that it was heard already. */
  from: number;
  cutTo: number;
  pieces: { id: number; from: number; to: number; share: number }[];
  begunAt: number | null;
};

export const newUtterance = (messageId: MessageId | null, text: string): Utterance => ({
  messageId,
  text,
  isDone: true,
  isPerson: false,
  isFiller: false,
  from: 0,
  cutTo: 0,
  pieces: [],
  begunAt: null,
});

/** So many are handed on before the one before is over: enough that nothing stutters, little enough that an end comes soon. */
const AHEAD = 2;

type Cut = { utterance: Utterance; from: number; to: number };

/** The pieces that can be spoken by now, of the first utterance alone: the next one waits for its end, unless it fills a silence. */
export function* speakOn(queue: readonly Utterance[]): Generator<Cut> {
  const utterance = queue.find(({ isFiller, pieces }) => !isFiller || pieces.length === 0);
  if (!utterance) return;
  while (utterance.pieces.filter(({ share }) => share < 1).length < AHEAD) {
    const { text, isDone, cutTo, from } = utterance;
    const cut = nextPiece(text, { from: cutTo, isDone, isFirst: cutTo === from });
    if (!cut) return;
    yield { utterance, ...cut };
  }
}

/** Notes it as handed on. */
export function pieceOf({ utterance, from, to }: Cut, id: number, now: number): Piece {
  utterance.cutTo = to;
  utterance.begunAt ??= now;
  utterance.pieces.push({ id, from, to, share: 0 });
  const { messageId, isFiller } = utterance;
  return { id, text: utterance.text.slice(from, to), messageId, from, to, ...(isFiller ? { isFiller } : {}) };
}

export function played(queue: readonly Utterance[], id: number, share: number): void {
  for (const { pieces } of queue) {
    const piece = pieces.find((one) => one.id === id);
    if (!piece) continue;
    piece.share = Math.max(piece.share, share);
    // Whoever plays this one has played those before it.
    for (const before of pieces) if (before.id < id) before.share = 1;
  }
}

/** Nothing of it is left to be spoken, now or later. */
export const isSpoken = ({ text, isDone, cutTo, pieces }: Utterance): boolean =>
  isDone && text.slice(cutTo).trim() === '' && pieces.every(({ share }) => share === 1);

/** What was heard of the agent's messages among those that are cut off now; `isOpen`: more of it is still being written. */
export function cutOff(
  queue: readonly Utterance[],
  now: number,
): { messageId: MessageId; heard: string; isOpen: boolean }[] {
  return queue.flatMap(({ messageId, text, isDone, isPerson, from, pieces, begunAt }) => {
    if (messageId === null || isPerson) return [];
    const end = heardUpTo(text, pieces, from, begunAt === null ? 0 : now - begunAt);
    return [{ messageId, heard: text.slice(0, end), isOpen: !isDone }];
  });
}
