import type { ConversationId, MessageId } from '@antiphon/contract/ids';
import { newFunctionCallId } from '@antiphon/contract/ids';
import { limits } from '@antiphon/contract/limits';
import type { LeasedRunner } from '../../db/run-leased.ts';
import type { Scope } from '../../db/scope.ts';
import { lockForTelling } from '../conversations/tell-in-conversation.ts';
import type { KnownFunction } from '../functions/find-revisions.ts';
import { matchIntent } from '../understanding/match-intent.rules.ts';
import { isGoAhead, isRefusal, readAnswer, readSlots } from '../understanding/read-slots.rules.ts';
import { actionSentences } from './action-sentences.rules.ts';
import { type GivenValues, labelOf } from './call-values.rules.ts';
import { receiptOf, waitingOf } from './call-words.rules.ts';
import { decideAction } from './decide-action.ts';
import { type CallRow, changeCall, insertCall, listCalls, removeCall } from './function-calls.queries.ts';
import { isOpen } from './function-calls.rules.ts';
import type { CallDeps } from './make-call.ts';
import { placeCall } from './place-call.ts';
import { runRead } from './run-read.ts';
import { askFor, missingOf, sayChoices, sayProposal } from './say-turn.rules.ts';

export type TurnDeps = CallDeps & { functionCalls: Pick<LeasedRunner, 'wake'> };

export type FunctionTurn = {
  conversationId: ConversationId;
  replyId: MessageId;
  /** What the visitor said, to which this reply answers. */
  message: string;
  lang: string;
  functions: readonly KnownFunction[];
  owner: string;
  signal: AbortSignal;
};

/** What the agent says: `choices` only where it knows nothing better. `call`: what was called for it. */
export type SaidTurn = { text: string; isOfChoices?: boolean; call?: CallRow | null };

/** How often the same input is asked for before it is let go. */
const ASKED_MAX = 2;

/**
 * A yes or no to the only thing that stands open, from whoever has no button. Null where the message is neither. What an agent's model
 * says has no part in it.
 */
export async function answerProposal(deps: TurnDeps, scope: Scope, turn: FunctionTurn): Promise<SaidTurn | null> {
  const { conversationId, message, lang, replyId } = turn;
  const decision = isGoAhead(message) ? 'confirm' : isRefusal(message) ? 'decline' : null;
  if (!decision) return null;
  const rows = await deps.database.transaction(scope, (tx) => listCalls(tx, scope, conversationId));
  const open = rows.filter((row) => isOpen(row, new Date()));
  const say = actionSentences(lang);
  // A reply that is begun anew has decided already.
  const decided = rows.findLast((row) => row.decidedBy === replyId);
  if (decided) return { text: decided.status === 'declined' ? say.declined : say.notWaiting };
  const [only] = open;
  if (!only || open.length > 1) return null;
  const of = { conversationId, callId: only.id, decision, again: only.earlierAt !== null, decidedBy: replyId } as const;
  const { status, sentence } = await decideAction(deps, scope, of);
  if (status === 'declined') return { text: say.declined };
  return { text: sentence === '' ? say.notWaiting : sentence };
}

/** One turn without a language model; null where no function is asked for. */
export async function takeTurn(deps: TurnDeps, scope: Scope, turn: FunctionTurn): Promise<SaidTurn | null> {
  const rows = await deps.database.transaction(scope, (tx) => listCalls(tx, scope, turn.conversationId));
  const mine = rows.findLast(({ replyId }) => replyId === turn.replyId);
  if (mine) return resume(deps, scope, turn, mine);
  const asking = rows.findLast(
    ({ status, expiresAt }) => status === 'asking' && expiresAt !== null && expiresAt > new Date(),
  );
  const known = asking && turn.functions.find(({ bound }) => bound.functionId === asking.functionId);
  if (asking && known) {
    const said = await goOn(deps, scope, turn, asking, known);
    if (said) return said;
  }
  const meant = matchIntent(turn.message, turn.functions.map(intentOf));
  const named = (name: string) => turn.functions.filter(({ definition }) => definition.name === name);
  if (meant?.kind === 'close') {
    const choices = meant.names.flatMap(named).map(({ definition }) => definition);
    return { text: sayChoices(choices, turn.lang), isOfChoices: true };
  }
  const [one] = meant ? named(meant.name) : [];
  if (!one) return null;
  const args = readSlots(one.definition.inputs, { text: turn.message, today: today() }, {});
  return askOrPlace(deps, scope, turn, { known: one, args, asking: asking ?? null });
}

const today = () => new Date().toISOString().slice(0, 10);

const intentOf = ({ definition: { name, kind, examples, inputs } }: KnownFunction) => ({
  ...{ name, examples, isEffect: kind === 'effect' },
  ownWords: inputs.flatMap((input) => [...input.name.split('_'), ...labelOf(input).split(/\s+/), ...input.choices]),
});

/** This reply was begun before: what it did stands, and is said again. */
async function resume(deps: TurnDeps, scope: Scope, turn: FunctionTurn, mine: CallRow): Promise<SaidTurn | null> {
  const known = turn.functions.find(({ bound }) => bound.functionId === mine.functionId);
  if (!known) return null;
  const { definition } = known;
  if (mine.status === 'asking') {
    const input = missingOf(definition.inputs, mine.args);
    return input && { text: askFor(input, turn.lang, mine.round > 1) };
  }
  return askOrPlace(deps, scope, turn, { known, args: mine.args, asking: null });
}

/** The visitor was asked for an input. Null where what they say is about something else: it stays asked for. */
async function goOn(
  deps: TurnDeps,
  scope: Scope,
  turn: FunctionTurn,
  asking: CallRow,
  known: KnownFunction,
): Promise<SaidTurn | null> {
  const { definition } = known;
  const { message, lang } = turn;
  const input = missingOf(definition.inputs, asking.args);
  const forget = () => deps.database.transaction(scope, (tx) => removeCall(tx, scope, asking.id));
  if (!input) return null;
  if (isRefusal(message) && input.kind !== 'boolean') {
    await forget();
    return { text: actionSentences(lang).stopped };
  }
  const said = { text: message, today: today() };
  const isQuestion = /[?؟]\s*$/.test(message);
  const value = isQuestion && (input.kind === 'text' || input.kind === 'list') ? undefined : readAnswer(input, said);
  if (value !== undefined) {
    const had = { ...asking.args, [input.name]: value };
    return askOrPlace(deps, scope, turn, { known, args: readSlots(definition.inputs, said, had), asking });
  }
  if (isQuestion) return null;
  if (asking.round >= ASKED_MAX) {
    await forget();
    return null;
  }
  const { replyId } = turn;
  await deps.database.transaction(scope, (tx) =>
    changeCall(tx, scope, { id: asking.id, from: 'asking' }, { round: asking.round + 1, replyId }),
  );
  return { text: askFor(input, lang, true) };
}

type Next = { known: KnownFunction; args: GivenValues; asking: CallRow | null };

async function askOrPlace(
  deps: TurnDeps,
  scope: Scope,
  turn: FunctionTurn,
  { known, args, asking }: Next,
): Promise<SaidTurn | null> {
  const { bound, definition } = known;
  const { conversationId, replyId, lang, owner } = turn;
  const input = missingOf(definition.inputs, args);
  if (input) {
    await keepAsking(deps, scope, turn, { known, args, asking });
    return { text: askFor(input, lang, false) };
  }
  const write = async (tx: Parameters<typeof removeCall>[0]) => {
    if (asking) await removeCall(tx, scope, asking.id);
  };
  const placed = await placeCall(
    deps,
    scope,
    { conversationId, bound, definition, args, replyId, lang },
    { owner, write },
  );
  if (placed.kind === 'gone') return null;
  if (placed.kind === 'limit') return { text: actionSentences(lang).limit };
  const { call } = placed;
  if (call.kind === 'read') {
    const ended = await runRead(deps, scope, call, placed.lease, turn.signal);
    if (!ended) return null;
    const { outputs, status } = ended;
    const end = { status: status === 'done' ? ('done' as const) : ('failed' as const), args, outputs };
    return { text: receiptOf(definition, end, lang), call: ended };
  }
  if (call.status === 'proposed') return { text: sayProposal(call, lang), call };
  return { text: waitingOf(definition, args, lang), call };
}

/** One thing is asked for at a time in a conversation. */
async function keepAsking(deps: TurnDeps, scope: Scope, turn: FunctionTurn, { known, args, asking }: Next) {
  const { conversationId, replyId } = turn;
  const { bound, definition } = known;
  const expiresAt = new Date(Date.now() + limits.actionMinutes * 60_000);
  await deps.database.transaction(scope, async (tx) => {
    if (!(await lockForTelling(tx, scope, conversationId))) return;
    if (asking) await removeCall(tx, scope, asking.id);
    const id = newFunctionCallId();
    await insertCall(tx, scope, {
      ...{ id, conversationId, functionId: bound.functionId, revision: bound.revision, replyId, args, expiresAt },
      // It is no call yet; `round` counts how often the same was asked for.
      ...{ name: definition.name, kind: definition.kind, argsHash: id, round: 1, status: 'asking' },
    });
  });
}
