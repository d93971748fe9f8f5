import type { LinkRule } from './link-hosts.rules.ts';
import { unlink } from './links.rules.ts';
import { type Broken, startSaidWords } from './said-words.rules.ts';
import { startSecrets } from './secrets.rules.ts';

export type GuardRules = {
  /** Null: links are the owner's own, word by word. */
  mayLink: LinkRule | null;
  hidesSecrets: boolean;
  names: readonly string[];
  /** Of which eight words in a row are not said; empty where they may be. */
  instructions: string;
  /** Said in the place of what is not, once for each row of sentences. */
  instead: string;
};

export type Guarded = { links: number; secrets: number; names: number; instructions: number };

/** Held back until a sentence ends, or so many characters. */
const SENTENCE_MAX = 160;
/** A link whose words are open is waited for a little longer. */
const LINK_MAX = 400;
/** No word of any language is as long. It is cut, with a space, so that nothing begun in it goes on. */
const WORD_MAX = 2_000;
/** Of what was said before, so much is looked at with what comes. */
const CONTEXT_MIN = 100;
const CONTEXT_MAX = 1_000;

/**
 * What a model says, as it may be said. Words that left cannot be recalled: they are held back to the end of their sentence where a
 * sentence may have to go, else to the end of their word, or of their link. What comes out does not depend on how it came in.
 */
export function startGuard(rules: GuardRules) {
  const { mayLink, instead } = rules;
  const isBySentence = rules.names.length > 0 || rules.instructions.trim() !== '';
  const judge = startSaidWords(rules.names, rules.instructions);
  const hideSecrets = startSecrets();
  const done: Guarded = { links: 0, secrets: 0, names: 0, instructions: 0 };
  let held = '';
  let before = '';
  let isReplaced = false;

  const clean = (piece: string): string => {
    const context = before;
    before = before.length > CONTEXT_MAX ? before.slice(-CONTEXT_MIN) + piece : before + piece;
    const broken: Broken | null = isBySentence ? judge(piece) : null;
    if (broken) {
      done[broken] += 1;
      const said = isReplaced ? '' : instead + (/\s+$/.exec(piece)?.[0] ?? '');
      isReplaced = true;
      return said;
    }
    if (piece.trim() !== '') isReplaced = false;
    const hidden = rules.hidesSecrets ? hideSecrets(piece, context) : { text: piece, count: 0 };
    done.secrets += hidden.count;
    if (!mayLink) return hidden.text;
    const unlinked = unlink(hidden.text, mayLink);
    done.links += unlinked.count;
    return unlinked.text;
  };

  return {
    /** How often something was taken out. */
    done,
    push(text: string): string {
      let said = '';
      for (let at = 0; at < text.length; ) {
        STOP.lastIndex = at;
        const stop = STOP.exec(text);
        const next = Math.min(stop ? stop.index + 1 : text.length, at + Math.max(1, WORD_MAX - held.length));
        held += text.slice(at, next);
        at = next;
        const end = endOf(held, isBySentence);
        if (!end) continue;
        said += clean(held) + (end === 'cut' ? ' ' : '');
        held = '';
      }
      return said;
    },
    /** What was held back. */
    end(): string {
      const rest = held;
      held = '';
      return rest === '' ? '' : clean(rest);
    },
  };
}

/** Nothing ends elsewhere, but a word that is too long. */
const STOP = /[\s。！？]/g;
const SENTENCE_END = /(?:[.!?…؟]["'”’»)\]*_]{0,4}\s|[。！？])$/u;

/** Whether a piece ends with its last sign. `cut`: in the middle of a word. */
function endOf(held: string, isBySentence: boolean): 'end' | 'cut' | null {
  const sign = held.at(-1) ?? '';
  if (sign === '\n') return 'end';
  // Not between the two halves of a sign.
  if (held.length >= WORD_MAX) return /[\ud800-\udbff]/.test(sign) ? null : 'cut';
  const isSpace = /\s/.test(sign);
  if (isSpace && held.length < LINK_MAX && isLinkOpen(held)) return null;
  if (isBySentence) return SENTENCE_END.test(held.slice(-8)) || (isSpace && held.length >= SENTENCE_MAX) ? 'end' : null;
  return isSpace ? 'end' : null;
}

const isLinkOpen = (held: string): boolean =>
  held.includes('[') &&
  (held.lastIndexOf('[') > held.lastIndexOf(']') || held.lastIndexOf('](') > held.lastIndexOf(')'));
