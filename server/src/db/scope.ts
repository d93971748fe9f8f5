import type { WorkspaceUid } from '@antiphon/contract/ids';

declare const made: unique symbol;

/** The one workspace that a request or a job works for. Made from who is asking (`make-scope.ts`), never from input. */
export type Scope = { readonly workspaceUid: WorkspaceUid; readonly [made]: 'workspace' };

/** Sees every workspace of the region: relay, schedules, look-ups by a secret. Only files named `*.system.queries.ts` take it. */
export type SystemScope = { readonly reason: string; readonly [made]: 'system' };
