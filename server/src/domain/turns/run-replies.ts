import type { ConversationId } from '@antiphon/contract/ids';
import { randomText } from '@antiphon/contract/ids';
import { makeFairGate } from '../../db/fair-gate.ts';
import { keepLease } from '../../db/lease.ts';
import { isPassing } from '../../db/passing-errors.ts';
import type { Scope, SystemScope } from '../../db/scope.ts';
import { makeModelBreaker } from '../answers/model-breaker.ts';
import { forgetLeases, giveBackLease, renewLease } from '../conversations/owed-replies.ts';
import { wakeFlows } from '../flow-turns/wake-flows.ts';
import type { AskDeps, ReplyLease } from './ask-model.ts';
import { LEASE_MS } from './begin-reply.ts';
import type { ReplyDeps } from './prepare-reply.ts';
import { passOnStops } from './stop-reply.ts';
import type { OwedReply } from './turns.queries.ts';
import { listAbandoned } from './turns.system.queries.ts';
import { type Beginnings, writeReply } from './write-reply.ts';

const RECOVER_EVERY_MS = 3_000;
/** A standby takes over in half a minute: a reply that is written meanwhile goes on in memory, and its end is stored then. */
const DATABASE_AWAY_MS = 45_000;
/** After that, whoever writes renews its lease before others look whose has lapsed: it does so at each third of it. */
const AFTER_AWAY_MS = LEASE_MS / 2;
/** What a conversation waited for beside its visitor is over: a call, a time, a person. */
const WAKE_EVERY_MS = 1_000;
/**
 * Beginning a reply (its lease, its hold, the search) is what costs this process; while the model writes it costs little. So many
 * begin at a time, half of them of one workspace: the visitors of the others never wait behind a crowd.
 */
const BEGINNINGS = { most: 16, mostOfOne: 8 };

type Deps = ReplyDeps & { systemScope: SystemScope; makeScope: (uid: Scope['workspaceUid']) => Scope };

export type ReplyRunner = ReturnType<typeof startReplyRunner>;

/**
 * Answers conversations: one worker a conversation, by a lease in its row that is renewed while the worker lives. `kick` is
 * called after each message; a sweep finds what a dead worker left behind.
 */
export function startReplyRunner(given: Deps) {
  const deps = { ...given, beginnings: makeFairGate(BEGINNINGS), breaker: makeModelBreaker() };
  const owner = randomText(12);
  const running = new Map<ConversationId, { aborter: AbortController; finished: Promise<void> }>();
  /** Asked for again while it ran: a message that came between the last look and the end is answered at once. */
  const wanted = new Set<ConversationId>();
  let isStopped = false;

  const kick = (scope: Scope, id: ConversationId, known: OwedReply | null = null) => {
    if (isStopped) return;
    if (running.has(id)) return void wanted.add(id);
    const aborter = new AbortController();
    const finished = answerAll(deps, scope, { id, known }, owner, aborter.signal)
      .catch((error: unknown) =>
        deps.log.error({ err: error, conversationId: id }, 'reply failed; the sweep tries again'),
      )
      .finally(() => {
        running.delete(id);
        if (wanted.delete(id)) kick(scope, id);
      });
    running.set(id, { aborter, finished });
  };

  /** When the database was seen to be away. */
  let awayAt = Number.NEGATIVE_INFINITY;
  let backAt = Number.NEGATIVE_INFINITY;
  const sweep = async () => {
    const abandoned = await deps.database.transaction(deps.systemScope, (tx) => listAbandoned(tx));
    if (backAt < awayAt) backAt = performance.now();
    if (performance.now() - backAt < AFTER_AWAY_MS) return;
    for (const { id, workspaceUid } of abandoned) kick(deps.makeScope(workspaceUid), id);
  };
  const sweepQuietly = () =>
    sweep().catch((error: unknown) => {
      if (isPassing(error)) awayAt = performance.now();
      deps.log.error({ err: error }, 'sweep of replies failed; it runs again');
    });
  const timer = setInterval(sweepQuietly, RECOVER_EVERY_MS);
  const wake = () =>
    wakeFlows(deps, kick).catch((error: unknown) =>
      deps.log.error({ err: error }, 'flows could not be looked at; they are again'),
    );
  const waking = setInterval(wake, WAKE_EVERY_MS);
  const stopPassing = deps.database.kind === 'embedded' ? () => {} : passOnStops(deps);

  return {
    kick,
    /** At the start of the process, before it serves anybody. */
    async recover() {
      if (deps.database.kind === 'embedded') await forgetLeases(deps);
      await sweep();
    },
    /** Lets replies finish for `graceMs`, then hands them over: they stay owed and begin anew elsewhere. */
    async stop(graceMs: number) {
      isStopped = true;
      clearInterval(timer);
      clearInterval(waking);
      const all = [...running.values()];
      const timeout = setTimeout(() => {
        for (const { aborter } of all) aborter.abort('shutdown');
      }, graceMs);
      await Promise.all(all.map(({ finished }) => finished));
      clearTimeout(timeout);
      stopPassing();
    },
  };
}

async function answerAll(
  deps: AskDeps & Beginnings,
  scope: Scope,
  { id, known }: { id: ConversationId; known: OwedReply | null },
  owner: string,
  shutdown: AbortSignal,
) {
  const under: ReplyLease = { owner, lease: null };
  let owed = known;
  const kept = keepLease(
    LEASE_MS,
    async () => {
      const { lease } = under;
      if (!lease || (await renewLease(deps, scope, id, lease, LEASE_MS))) return true;
      // Given back or begun anew while it was asked: that is no loss.
      return under.lease !== lease;
    },
    DATABASE_AWAY_MS,
  );
  try {
    do {
      const first = owed;
      owed = null;
      await writeReply(deps, scope, id, under, { shutdown, lost: kept.signal }, first);
    } while (under.lease && !shutdown.aborted && !kept.signal.aborted);
  } finally {
    kept.end();
    const { lease } = under;
    if (lease) await giveBackLease(deps, scope, id, lease);
  }
}
