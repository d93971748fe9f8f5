import { fail } from '@antiphon/contract/errors';
import type { WorkspaceExport } from '@antiphon/contract/exports';
import { newExportId } from '@antiphon/contract/ids';
import { limits } from '@antiphon/contract/limits';
import type { Database } from '../../db/database.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { emit } from '../events/emit.ts';
import { actorOf, type Member } from '../identity/identity.policy.ts';
import { demandExporter } from './exports.policy.ts';
import { insertExport, listExports } from './exports.queries.ts';
import { toExport } from './exports.rules.ts';

type Deps = { database: Database };

const DAY_MS = 24 * 60 * 60_000;
export const expiryFrom = (now: Date) => new Date(now.getTime() + limits.exportKeptDays * DAY_MS);

/** Asks for an archive; while one of theirs is being made, answers that one. */
export async function requestExport({ database }: Deps, member: Member): Promise<WorkspaceExport> {
  demandExporter(member);
  const { scope } = member;
  const actor = actorOf(member);
  return database.transaction(scope, async (tx) => {
    const made = await insertExport(tx, scope, {
      id: newExportId(),
      requestedBy: actor,
      expiresAt: expiryFrom(new Date()),
    });
    if (made) {
      await recordAudit(tx, scope, { actor, action: 'workspace.export', target: made.id });
      await emit(tx, scope, { type: 'export_requested', payload: { exportId: made.id } });
      return toExport(made);
    }
    const [running] = (await listExports(tx, scope, actor)).filter(
      ({ state }) => state === 'queued' || state === 'making',
    );
    // It ended in this very moment.
    return running ? toExport(running) : fail('conflict');
  });
}

export async function listOwnExports({ database }: Deps, member: Member): Promise<WorkspaceExport[]> {
  demandExporter(member);
  const { scope } = member;
  const rows = await database.transaction(scope, (tx) => listExports(tx, scope, actorOf(member)));
  return rows.map(toExport);
}
