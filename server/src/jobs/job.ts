import type { Tx } from '../db/database.ts';
import type { Scope, SystemScope } from '../db/scope.ts';

/**
 * Work done after the commit that asked for it. It may run twice (a worker died, an answer was lost): every `run` must
 * leave the same state when it does. `payload` is the event's, and carries ids, never rows.
 */
export type Job<Deps> = {
  readonly name: string;
  /** The events that start it. */
  readonly on: readonly string[];
  readonly retriesMax: number;
  readonly timeoutSeconds: number;
  /** How many of it one process runs at a time. */
  readonly parallel: number;
  readonly run: (deps: Deps, scope: Scope, payload: Record<string, unknown>) => Promise<void>;
};

/** A committed event, as the outbox holds it. */
export type RelayedEvent = { id: string; type: string; payload: Record<string, unknown>; createdAt: Date };

/**
 * Quick work on our own database that follows an event, in the transaction that marks the event as relayed: it is done once,
 * and before any job of the event can run. Events about one conversation come in their order. One that fails is called again
 * by the queue, later than what came behind it: it looks at what is there then. It uses `tx` alone, since the embedded
 * database has no second connection; what leaves the database is a job, or is answered to be done after the commit.
 */
export type Listener<Deps> = {
  readonly name: string;
  readonly on: readonly string[];
  // biome-ignore lint/suspicious/noConfusingVoidType: most listeners have nothing to do after the commit, and say nothing.
  readonly run: (deps: Deps, tx: Tx, scope: Scope, event: RelayedEvent) => Promise<(() => void) | void>;
};

/** Work by the clock, on one process at a time. `cron` has five fields, UTC. */
export type Schedule<Deps> = {
  readonly name: string;
  readonly cron: string;
  readonly run: (deps: Deps, scope: SystemScope, makeScope: (workspaceUid: string) => Scope) => Promise<void>;
};
