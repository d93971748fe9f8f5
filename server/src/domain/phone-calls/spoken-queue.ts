import type { Piece } from '../talks/talks.ports.ts';

/** `begins` and `ends` in the script; `told`: how much of it was told to be out. */
type Sent = { piece: Piece; begins: number; ends: number; told: number };

/** Two pieces, so that there is no gap between them; what the other side has cannot be taken back. */
const AHEAD = 2;

const bare = (text: string) => text.replace(/\s+/g, '');

/** What somebody else speaks for us, who tells which words are out: of which piece they are. */
export function makeSpokenQueue({
  send,
  onPlayed,
}: {
  send: (piece: Piece) => void;
  onPlayed: (piece: number, share: number) => void;
}) {
  let held: Piece[] = [];
  let sent: Sent[] = [];
  /** All that was sent since it was cut last, without spaces, for these may be told otherwise; and how much of it is out. */
  let script = '';
  let out = 0;
  /** Stopped, and spoken all the same: nobody is told of them. */
  let stale = new Set<number>();

  const fill = () => {
    while (sent.length < AHEAD) {
      const piece = held.shift();
      if (!piece) return;
      const begins = script.length;
      script += bare(piece.text);
      sent.push({ piece, begins, ends: script.length, told: 0 });
      send(piece);
    }
  };

  const advance = (to: number) => {
    out = Math.max(out, Math.min(to, script.length));
    for (const one of sent) {
      const share = one.ends <= out ? 1 : Math.max(0, (out - one.begins) / (one.ends - one.begins));
      if (share <= one.told) continue;
      one.told = share;
      if (!stale.has(one.piece.id)) onPlayed(one.piece.id, share);
    }
    sent = sent.filter(({ ends }) => ends > out);
  };

  return {
    isBusy: () => sent.length > 0 || held.length > 0,
    say(piece: Piece) {
      held.push(piece);
      fill();
    },
    /** Sends what there is room for by now. */
    fill,
    /** These words are out, after those that were. What is not found was told otherwise than it was sent: it counts by its length. */
    played(words: string) {
      const text = bare(words);
      const found = script.indexOf(text, out);
      advance((found === -1 ? out : found) + text.length);
    },
    /** By itself, and not cut: what was begun is out. */
    fellSilent() {
      const [first] = sent;
      if (!first || out <= first.begins) return;
      advance(first.ends);
    },
    /** All that waits there is dropped, after these words, of which some may have been told as played. Answers what is not out. */
    cut(words: string): Piece[] {
      const text = bare(words);
      if (!script.slice(0, out).endsWith(text)) {
        const begins = script.startsWith(text, out) ? out : script.lastIndexOf(text, out);
        if (begins !== -1) advance(begins + text.length);
      }
      const dropped = [...sent.map(({ piece }) => piece), ...held].filter(({ id }) => !stale.has(id));
      held = [];
      sent = [];
      script = '';
      out = 0;
      stale = new Set();
      return dropped;
    },
    stop() {
      held = [];
      for (const { piece } of sent) stale.add(piece.id);
    },
  };
}
