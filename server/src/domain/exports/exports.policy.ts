import { fail } from '@antiphon/contract/errors';
import { actorOf, demandAll, type Member } from '../identity/identity.policy.ts';
import type { ExportRow } from './exports.queries.ts';

/** An archive holds what every permission opens: only who has all of them may have one. */
export const demandExporter = (member: Member) => demandAll(member);

/** What somebody else asked for is not there. */
export function demandOwn(member: Member, row: ExportRow | null): ExportRow {
  demandExporter(member);
  if (!row || row.requestedBy !== actorOf(member)) fail('not_found');
  return row;
}
