import type { GuardSpan, Span } from '@antiphon/contract/conversations';
import type { Guarded } from './guard-words.rules.ts';
import { marksIn } from './mask-text.rules.ts';

/** What stands masked in the messages that are answered. */
export const maskSpans = (messages: readonly string[]): Span[] =>
  marksIn(messages.join('\n')).map(({ what, count }) => spanOf('mask', 'masked', count, what));

export const topicSpan = (name: string): Span => spanOf('topic', 'refused', 1, name);

const OUTCOMES: Record<keyof Guarded, GuardSpan['outcome']> = {
  links: 'unlinked',
  secrets: 'hidden',
  names: 'replaced',
  instructions: 'replaced',
};

/** What was kept back of an answer. `broken`: what became of it for a name or an instruction, where that is more than a replacement. */
export const guardSpans = (done: Guarded, broken?: 'retried' | 'person'): Span[] =>
  (Object.keys(OUTCOMES) as (keyof Guarded)[]).flatMap((rule) => {
    const outcome = OUTCOMES[rule] === 'replaced' ? (broken ?? 'replaced') : OUTCOMES[rule];
    return done[rule] === 0 ? [] : [spanOf(rule, outcome, done[rule])];
  });

const spanOf = (rule: GuardSpan['rule'], outcome: GuardSpan['outcome'], count: number, what = ''): Span => ({
  ...{ kind: 'guard', rule, what, count, outcome },
});
