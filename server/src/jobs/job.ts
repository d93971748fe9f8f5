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
 * Quick work on our own database that follows an event: the relay does it itself, before any job of the event can run.
 * It may run twice, too. Whatever waits for the network is a job.
 */
export type Listener<Deps> = {
  readonly name: string;
  readonly on: readonly string[];
  readonly run: (deps: Deps, scope: Scope, event: RelayedEvent) => Promise<void>;
};

/** Work by the clock, on one process at a time. `cron` has five fields, UTC. */
export type Schedule<Deps> = {
  readonly name: string;
  readonly cron: string;
  readonly run: (deps: Deps, scope: SystemScope, makeScope: (workspaceUid: string) => Scope) => Promise<void>;
};
