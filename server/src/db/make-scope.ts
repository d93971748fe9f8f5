import type { WorkspaceUid } from '@antiphon/contract/ids';
import type { Scope, SystemScope } from './scope.ts';

/** Who may import this file is a boundary rule: `http` (from a session, key or token), `jobs` (from a job's data) and tests. */
export const makeScope = (workspaceUid: WorkspaceUid) => ({ workspaceUid }) as Scope;

/** `reason` says in words why one workspace is not enough; it shows in the statement's application log. */
export const makeSystemScope = (reason: string) => ({ reason }) as SystemScope;
