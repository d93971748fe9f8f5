import * as z from 'zod';

/** https://www.twilio.com/docs/voice/conversationrelay/websocket-messages#sending-messages-to-twilio: what is not written there is refused. */
const Sent = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('text'),
    token: z.string().min(1),
    last: z.boolean().optional(),
    lang: z.string().optional(),
    interruptible: z.boolean().optional(),
    preemptible: z.boolean().optional(),
  }),
  z.strictObject({ type: z.literal('sendDigits'), digits: z.string().regex(/^[\dwW#*]+$/) }),
  z.strictObject({
    type: z.literal('language'),
    ttsLanguage: z.string().optional(),
    transcriptionLanguage: z.string().optional(),
  }),
  z.strictObject({ type: z.literal('end'), handoffData: z.string().optional() }),
]);
export type SentFrame = z.infer<typeof Sent>;
type Waiting = { words: string[]; preemptible: boolean };

/** What we sent as a frame; null where it is none. */
export function readFrame(text: string): SentFrame | null {
  try {
    return Sent.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}

/** Words of a text with the spaces before them, as they were sent. */
const wordsOf = (text: string) => text.match(/\s*\S+/g) ?? [];
const endsClause = (word: string) => /[.,:;!?]$/.test(word);

/** Speaks what waits, a word every `wordMs`, and tells what is out at the end of each clause. */
export function makeRelayPlayer({ wordMs, tell }: { wordMs: () => number; tell: (message: object) => void }) {
  let queue: Waiting[] = [];
  let timer: NodeJS.Timeout | undefined;
  /** Of the clause that is spoken. */
  let clause: string[] = [];
  let startedAt = 0;
  let isOn = false;
  const heard: string[] = [];
  let onWord: (() => void) | null = null;
  let onQuiet: (() => void)[] = [];

  const speaking = (value: boolean) => {
    if (isOn === value) return;
    isOn = value;
    if (value) startedAt = Date.now();
    tell({ type: 'info', name: 'agentSpeaking', value: value ? 'on' : 'off' });
  };
  const tellPlayed = () => {
    if (clause.length > 0) tell({ type: 'info', name: 'tokensPlayed', value: clause.join('') });
    clause = [];
  };
  const step = () => {
    timer = undefined;
    const word = queue[0]?.words.shift();
    if (word === undefined) {
      queue.shift();
      tellPlayed();
      if (queue.length > 0) return step();
      speaking(false);
      const waiting = onQuiet;
      onQuiet = [];
      for (const one of waiting) one();
      return;
    }
    speaking(true);
    timer = setTimeout(() => {
      heard.push(word);
      clause.push(word);
      if (endsClause(word)) tellPlayed();
      step();
      onWord?.();
    }, wordMs());
  };
  const drop = () => {
    clearTimeout(timer);
    timer = undefined;
    queue = [];
    const words = clause.join('');
    tellPlayed();
    return words;
  };

  return {
    isSpeaking: () => isOn,
    /** All that was heard of us. */
    heard: () => heard.join('').trim(),
    words: () => heard.length,
    say(text: string, preemptible: boolean) {
      if (queue[0]?.preemptible) drop();
      queue.push({ words: wordsOf(text), preemptible });
      if (!timer) step();
    },
    /** Once nothing waits. */
    whenQuiet(what: () => void) {
      if (queue.length === 0) what();
      else onQuiet.push(what);
    },
    /** They speak, or press a key: nothing that waits is spoken. */
    interrupt() {
      if (!isOn) return;
      const utteranceUntilInterrupt = drop().trim();
      tell({ type: 'interrupt', utteranceUntilInterrupt, durationUntilInterruptMs: Date.now() - startedAt });
      speaking(false);
    },
    onWord(what: (() => void) | null) {
      onWord = what;
    },
    stop() {
      clearTimeout(timer);
      queue = [];
    },
  };
}
