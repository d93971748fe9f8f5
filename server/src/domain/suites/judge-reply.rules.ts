import type { Trace } from '@antiphon/contract/conversations';
import type { SuiteCheck, SuiteTry, SuiteVerdict } from '@antiphon/contract/suites';

/** One answer, as far as a check looks at it. */
export type JudgedReply = {
  text: string;
  /** By the ids of their documents. */
  cites: readonly string[];
  outcome: Trace['outcome'] | null;
  /** The visitor is offered a person: the agent said that it does not know, or they asked for one. */
  offersPerson: boolean;
  /** Functions by their names. */
  calls: readonly string[];
  /** Nodes of the canvas, by their ids. */
  reaches: readonly string[];
};

export function isMet(check: SuiteCheck, reply: JudgedReply): boolean {
  switch (check.kind) {
    case 'says':
      return check.words.some((words) => holds(reply.text, words));
    case 'says_none':
      return !check.words.some((words) => holds(reply.text, words));
    case 'cites':
      return reply.cites.includes(check.documentId);
    case 'cites_nothing':
      return reply.cites.length === 0;
    case 'outcome':
      return reply.outcome === check.is;
    case 'calls':
      return reply.calls.includes(check.name);
    case 'calls_nothing':
      return reply.calls.length === 0;
    case 'reaches':
      return reply.reaches.includes(check.nodeId);
    case 'offers_person':
      return reply.offersPerson === check.is;
  }
}

const holds = (text: string, words: string) => ` ${plain(text)} `.includes(plain(words));

/** Without case, accents, kinds of quotes and dashes, and spacing. */
const plain = (text: string) =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[‘’‚‛]/g, "'")
    .replace(/[“”„«»]/g, '"')
    .replace(/[‐-―−]/g, '-')
    .replace(/\s+/g, ' ')
    .trim();

/** Of a test that was tried as often as it is to be. One that could not be tried to its end has shown nothing. */
export function verdictOf(tries: readonly Pick<SuiteTry, 'isPassed' | 'error'>[]): SuiteVerdict {
  if (tries.some(({ error }) => error !== null)) return 'error';
  const passed = tries.filter(({ isPassed }) => isPassed).length;
  if (passed === tries.length) return 'passed';
  return passed === 0 ? 'failed' : 'flaky';
}
