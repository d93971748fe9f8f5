import type { AgentId } from '@antiphon/contract/ids';
import type { Scope } from '../../db/scope.ts';
import { deleteAllFiles, type FileDeps } from './delete-files.ts';

/** Those of its documents and of its visitors. Safe to run twice. */
export const deleteFilesOfAgent = (deps: FileDeps, scope: Scope, agentId: AgentId): Promise<void> =>
  deleteAllFiles(deps, scope, agentId);
