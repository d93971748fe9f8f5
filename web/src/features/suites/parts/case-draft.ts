import type { DocumentId } from '@antiphon/contract/ids';
import type { NewSuiteCase, SuiteAnswer, SuiteCheck, SuiteScript } from '@antiphon/contract/suites';

export type CheckKind = SuiteCheck['kind'];
export const CHECK_KINDS: readonly CheckKind[] = [
  'says',
  'says_none',
  'cites',
  'cites_nothing',
  'outcome',
  'offers_person',
  'calls',
  'calls_nothing',
  'reaches',
];

/** A check as it is filled in: what its kind does not need stays, so that nothing is lost by looking at another kind. */
export type CheckDraft = {
  key: number;
  kind: CheckKind;
  words: string[];
  document: { id: DocumentId; title: string } | null;
  outcome: 'answered' | 'unknown' | 'smalltalk';
  offersPerson: boolean;
  /** The name of a function. */
  calls: string;
  /** On the canvas. */
  node: { id: string; title: string } | null;
};
export type TurnDraft = { key: number; say: string; checks: CheckDraft[] };
export type CaseDraft = {
  title: string;
  isMust: boolean;
  turns: TurnDraft[];
  answers: SuiteAnswer[];
  /** As they came; they have no fields. */
  rest: Pick<SuiteScript, 'lang' | 'variables'>;
};

export type Problem = 'title' | 'say' | 'words' | 'document' | 'function' | 'node' | 'noCheck';
/** By the place of a field: `title`, `say KEY`, `check KEY`. */
export type Problems = Record<string, Problem>;

let lastKey = 0;
const newKey = () => ++lastKey;

export const newCheck = (kind: CheckKind = 'says'): CheckDraft => ({
  ...{ key: newKey(), kind, words: [], document: null },
  ...{ outcome: 'answered', offersPerson: true, calls: '', node: null },
});
export const newTurn = (): TurnDraft => ({ key: newKey(), say: '', checks: [newCheck()] });

export function draftOf(given: { title: string; isMust?: boolean; script: SuiteScript } | null): CaseDraft {
  if (!given) return { title: '', isMust: false, turns: [newTurn()], answers: [], rest: { lang: '', variables: {} } };
  const { title, isMust = false, script } = given;
  const { turns, answers, ...rest } = script;
  return {
    ...{ title, isMust, answers, rest },
    turns: turns.map(({ say, checks }) => ({ key: newKey(), say, checks: checks.map(draftOfCheck) })),
  };
}

function draftOfCheck(check: SuiteCheck): CheckDraft {
  const draft = newCheck(check.kind);
  switch (check.kind) {
    case 'says':
    case 'says_none':
      return { ...draft, words: check.words };
    case 'cites':
      return { ...draft, document: { id: check.documentId, title: check.title } };
    case 'outcome':
      return { ...draft, outcome: check.is };
    case 'offers_person':
      return { ...draft, offersPerson: check.is };
    case 'calls':
      return { ...draft, calls: check.name };
    case 'reaches':
      return { ...draft, node: { id: check.nodeId, title: check.title } };
    case 'cites_nothing':
    case 'calls_nothing':
      return draft;
  }
}

/** What is saved of it, once it has no problems. */
export const toFields = ({ title, isMust, turns, answers, rest }: CaseDraft): NewSuiteCase => ({
  ...{ title: title.trim(), isMust },
  script: { ...rest, answers, turns: turns.map(({ say, checks }) => ({ say, checks: checks.flatMap(toCheck) })) },
});

function toCheck({ kind, words, document, outcome, offersPerson, calls, node }: CheckDraft): SuiteCheck[] {
  switch (kind) {
    case 'says':
    case 'says_none':
      return [{ kind, words }];
    case 'cites':
      return document ? [{ kind, documentId: document.id, title: document.title }] : [];
    case 'outcome':
      return [{ kind, is: outcome }];
    case 'offers_person':
      return [{ kind, is: offersPerson }];
    case 'calls':
      return [{ kind, name: calls }];
    case 'reaches':
      return node ? [{ kind, nodeId: node.id, title: node.title }] : [];
    case 'cites_nothing':
    case 'calls_nothing':
      return [{ kind }];
  }
}

export function findProblems({ title, turns }: CaseDraft): Problems {
  const problems: Problems = {};
  if (title.trim() === '') problems.title = 'title';
  for (const turn of turns) {
    if (turn.say.trim() === '') problems[`say ${turn.key}`] = 'say';
    for (const { key, kind, words, document, calls, node } of turn.checks) {
      if (kind === 'calls' && calls === '') problems[`check ${key}`] = 'function';
      if ((kind === 'says' || kind === 'says_none') && words.length === 0) problems[`check ${key}`] = 'words';
      if (kind === 'reaches' && !node) problems[`check ${key}`] = 'node';
      if (kind === 'cites' && !document) problems[`check ${key}`] = 'document';
    }
  }
  // What looks at nothing would always pass.
  const [first] = turns;
  if (first && turns.every(({ checks }) => checks.length === 0)) problems[`checks ${first.key}`] = 'noCheck';
  return problems;
}
