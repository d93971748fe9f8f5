import type { RefusedTopic } from '@antiphon/contract/guardrails';
import { scoreOf } from '../understanding/match-intent.rules.ts';

/** As sure as a function has to be that it is meant. */
const SURE = 0.8;
/** What is longer is no question about one thing; each of its sentences may be. */
const CHARS_MAX = 300;
const SENTENCES_MAX = 6;

/**
 * The topic that a visitor asks about, by its examples: their words, forms and synonyms, in the languages that they are written in. A
 * message of several sentences asks about it where one of them does.
 */
export function refusedTopic(messages: readonly string[], topics: readonly RefusedTopic[]): RefusedTopic | null {
  if (topics.length === 0) return null;
  const asked = messages.flatMap(askedIn);
  let best: { topic: RefusedTopic; score: number } | null = null;
  for (const topic of topics) {
    const intent = { name: topic.name, examples: topic.examples, isEffect: false, ownWords: [] };
    const score = Math.max(0, ...asked.map((text) => scoreOf(text, intent)));
    if (score >= SURE && score > (best?.score ?? 0)) best = { topic, score };
  }
  return best?.topic ?? null;
}

function askedIn(message: string): string[] {
  const sentences = message
    .slice(0, CHARS_MAX * SENTENCES_MAX)
    .split(/(?<=[.!?؟。！？])\s*|\n+/u)
    .filter((sentence) => sentence.trim() !== '' && sentence.length <= CHARS_MAX)
    .slice(0, SENTENCES_MAX);
  return sentences.length === 1 || message.length > CHARS_MAX ? sentences : [message, ...sentences];
}
