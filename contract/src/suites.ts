import { oc } from '@orpc/contract';
import * as z from 'zod';
import { Trace } from './conversations.ts';
import { Citation } from './events.ts';
import { FlowPartId } from './flow-parts.ts';
import { definitionFields } from './function-definition.ts';
import { AgentId, ConversationId, DocumentId, SuiteCaseId, SuiteRunId } from './ids.ts';
import { limits } from './limits.ts';
import { Variables } from './visitors.ts';

const words = z
  .array(z.string().trim().min(1, 'Please enter a word.').max(limits.suiteWordsCharsMax))
  .min(1, 'Please enter a word.')
  .max(limits.suiteWordsMax);

const { name: functionName } = definitionFields;

/** What must be so of one answer. Words are compared without regard to case, accents and spacing. */
export const SuiteCheck = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('says'), words: words.describe('Any of these') }),
  z.object({ kind: z.literal('says_none'), words: words.describe('None of these') }),
  z.object({ kind: z.literal('cites'), documentId: DocumentId, title: z.string().max(500).default('') }),
  z.object({ kind: z.literal('cites_nothing') }),
  z.object({ kind: z.literal('outcome'), is: z.enum(['answered', 'unknown', 'smalltalk']) }),
  z.object({ kind: z.literal('offers_person'), is: z.boolean() }),
  z.object({ kind: z.literal('calls'), name: functionName.describe('Called, or proposed to the visitor') }),
  z.object({ kind: z.literal('calls_nothing') }),
  z.object({
    kind: z.literal('reaches'),
    nodeId: FlowPartId.describe('Of the canvas: the way of the answer leads to it'),
    title: z.string().max(limits.flowNameCharsMax).default('').describe('What it was called'),
  }),
]);
export type SuiteCheck = z.infer<typeof SuiteCheck>;

export const SuiteTurn = z.object({
  say: z.string().trim().min(1, 'Please enter what the visitor says.').max(limits.messageCharsMax),
  checks: z.array(SuiteCheck).max(limits.suiteChecksMax).default([]),
});
export type SuiteTurn = z.infer<typeof SuiteTurn>;

/** What is answered in place of the system that a function calls: in a test nothing is ever sent. */
export const SuiteAnswer = z.object({
  name: functionName,
  isOk: z.boolean(),
  outputs: z
    .record(z.string().max(40), z.string().max(limits.functionValueCharsMax))
    .refine((given) => Object.keys(given).length <= limits.functionOutputsMax, 'Too many outputs.')
    .default({}),
});
export type SuiteAnswer = z.infer<typeof SuiteAnswer>;

/** A conversation as a visitor might have it, and what must be so of the answers. */
export const SuiteScript = z.object({
  lang: z.string().max(12).default('').describe('What the visitor reads, as in BCP 47; empty: as for most visitors'),
  variables: Variables.default({}).describe('What the page says of its visitor'),
  answers: z
    .array(SuiteAnswer)
    .max(limits.agentFunctionsMax)
    .default([])
    .describe('In place of other systems; a function without one fails'),
  turns: z.array(SuiteTurn).min(1, 'Please enter what the visitor says.').max(limits.suiteTurnsMax),
});
export type SuiteScript = z.infer<typeof SuiteScript>;

const caseFields = {
  title: z.string().trim().min(1, 'Please enter a name.').max(limits.suiteTitleCharsMax),
  isMust: z.boolean().default(false).describe('Where it does not pass, the agent may not be published'),
  script: SuiteScript,
};
type CaseFields = z.infer<z.ZodObject<typeof caseFields>>;
/** What looks at nothing would always pass. */
function checkCase({ script }: CaseFields, context: z.RefinementCtx) {
  if (script.turns.every(({ checks }) => checks.length === 0))
    context.addIssue({ code: 'custom', path: ['script', 'turns', 0, 'checks'], message: 'Please add a check.' });
}

export const CheckedSuiteCase = z.object(caseFields).superRefine(checkCase);

export const SuiteCase = z.object({
  id: SuiteCaseId,
  ...caseFields,
  edition: z.number().int().describe('Counts what was saved; a change names the one that it was made from'),
  changedAt: z.iso.datetime(),
});
export type SuiteCase = z.infer<typeof SuiteCase>;
export type NewSuiteCase = CaseFields;

/**
 * `flaky`: it passed some of its tries and not all. `error`: it could not be tried, such as where credits are used up. `stopped`: somebody
 * stopped the run first.
 */
export const SuiteVerdict = z.enum(['passed', 'failed', 'flaky', 'error', 'stopped']);
export type SuiteVerdict = z.infer<typeof SuiteVerdict>;

export const SuiteRun = z.object({
  id: SuiteRunId,
  state: z.enum(['running', 'done', 'stopped']),
  cases: z.number().int(),
  done: z.number().int(),
  passed: z.number().int(),
  failed: z.number().int().describe('Failed, flaky, or not tried for an error'),
  mustFailed: z.number().int().describe('Those among them that must pass'),
  startedBy: z.string(),
  startedAt: z.iso.datetime(),
  finishedAt: z.iso.datetime().nullable(),
});
export type SuiteRun = z.infer<typeof SuiteRun>;

export const SuiteResultLine = z.object({
  position: z.number().int(),
  caseId: SuiteCaseId,
  title: z.string(),
  isMust: z.boolean(),
  verdict: SuiteVerdict.nullable().describe('Null until it is known'),
  before: SuiteVerdict.nullable().describe('In the finished run before this one, where the case was there'),
  tries: z.number().int().describe('How often it is tried: once with the built-in model, three times with others'),
  ms: z.number().int(),
});
export type SuiteResultLine = z.infer<typeof SuiteResultLine>;

export const SuiteTry = z.object({
  isPassed: z.boolean(),
  error: z
    .enum(['no_credits', 'limit_reached', 'model_failed', 'too_slow', 'not_there'])
    .nullable()
    .describe('Why it could not be tried to its end'),
  turns: z.array(
    z.object({
      say: z.string(),
      reply: z.string(),
      citations: z.array(Citation.pick({ documentId: true, title: true })),
      outcome: Trace.shape.outcome.nullable(),
      checks: z.array(z.object({ check: SuiteCheck, isMet: z.boolean() })),
    }),
  ),
  ms: z.number().int(),
  credits: z.number(),
});
export type SuiteTry = z.infer<typeof SuiteTry>;

/** Why an agent may not be published: the suite was not run as it is now, or did not pass. Null: it may. */
export const SuiteGate = z.enum(['not_run', 'failed']).nullable();
export type SuiteGate = z.infer<typeof SuiteGate>;

const agent = z.object({ id: AgentId });
const one = agent.extend({ caseId: SuiteCaseId });
const run = agent.extend({ runId: SuiteRunId });
const route = (method: 'GET' | 'POST' | 'DELETE', path: `/${string}`, summary: string, successStatus = 200) =>
  oc.route({ method, path, summary, tags: ['Tests of agents'], successStatus });

export const suitesContract = {
  get: route('GET', '/v2/agents/{id}/suite', 'List the tests of an agent, and say whether it may be published')
    .input(agent)
    .output(
      z.object({
        blocksPublishing: z.boolean(),
        gate: SuiteGate.describe('Of the working copy, whether or not publishing is blocked by it'),
        mayWrite: z.boolean(),
        cases: z.array(
          SuiteCase.pick({ id: true, title: true, isMust: true, changedAt: true }).extend({
            turns: z.number().int(),
            verdict: SuiteVerdict.nullable().describe('In the newest finished run'),
          }),
        ),
        runs: z.array(SuiteRun).describe(`The newest ${limits.suiteRunsKept}, newest first`),
      }),
    ),
  save: route('POST', '/v2/agents/{id}/suite', 'Say whether tests that fail block publishing')
    .input(agent.extend({ blocksPublishing: z.boolean() }))
    .output(z.object({ blocksPublishing: z.boolean() })),
  createCase: route('POST', '/v2/agents/{id}/suite/cases', 'Add a test', 201)
    .input(agent.extend(caseFields).superRefine(checkCase))
    .output(SuiteCase),
  getCase: route('GET', '/v2/agents/{id}/suite/cases/{caseId}', 'Get a test').input(one).output(SuiteCase),
  updateCase: route('POST', '/v2/agents/{id}/suite/cases/{caseId}', 'Change a test')
    .input(one.extend({ ...caseFields, edition: z.number().int() }).superRefine(checkCase))
    .output(SuiteCase),
  deleteCase: route('DELETE', '/v2/agents/{id}/suite/cases/{caseId}', 'Delete a test; reports keep what it was')
    .input(one)
    .output(z.object({ success: z.literal(true) })),
  proposeCase: route(
    'GET',
    '/v2/conversations/{conversationId}/suite-case',
    'Make a test of a conversation, with addresses and numbers masked. Nothing is saved',
  )
    .input(z.object({ conversationId: ConversationId }))
    .output(z.object({ agentId: AgentId, title: z.string(), script: SuiteScript })),
  startRun: route('POST', '/v2/agents/{id}/suite/runs', 'Try the working copy with all tests', 201)
    .input(agent)
    .output(SuiteRun),
  getRun: route('GET', '/v2/agents/{id}/suite/runs/{runId}', 'Get a report')
    .input(run)
    .output(SuiteRun.extend({ results: z.array(SuiteResultLine) })),
  getResult: route('GET', '/v2/agents/{id}/suite/runs/{runId}/results/{position}', 'Get what was said in one test')
    .input(run.extend({ position: z.coerce.number().int().min(1).max(limits.suiteCasesMax) }))
    .output(SuiteResultLine.extend({ script: SuiteScript, said: z.array(SuiteTry) })),
  stopRun: route('POST', '/v2/agents/{id}/suite/runs/{runId}/stop', 'Stop a run').input(run).output(SuiteRun),
};
