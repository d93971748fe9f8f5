import type { AgentId } from '@antiphon/contract/ids';
import type { Lead, LeadField, LeadSelection } from '@antiphon/contract/leads';
import type { Cursor } from '../../db/cursor.ts';
import type { Database } from '../../db/database.ts';
import type { Scope } from '../../db/scope.ts';
import { getAgentSettings } from '../agents/get-agent.ts';
import { countLeads, listLeadRows } from './leads.queries.ts';
import { csvHead, csvLine, toChoice } from './leads.rules.ts';
import { toLeads } from './list-leads.ts';

/** Leads of one piece. Each piece is a transaction of its own, so that a slow reader holds nothing open. */
const PIECE = 500;

type Piece = { text: string; done: number; total: number; isLast: boolean };

/** CSV that a spreadsheet runs nothing of, piece by piece with the progress; ends when the reader leaves. Fails with `not_found`. */
export async function exportLeads(
  deps: { database: Database },
  scope: Scope,
  agentId: AgentId,
  selection: LeadSelection,
): Promise<AsyncGenerator<Piece>> {
  const choice = toChoice(selection);
  const { fields, total } = await deps.database.transaction(scope, async (tx) => ({
    fields: (await getAgentSettings(tx, scope, agentId)).leadFields,
    total: await countLeads(tx, scope, agentId, choice),
  }));
  const read = (after: Cursor | null): Promise<Lead[]> =>
    deps.database.transaction(scope, async (tx) =>
      toLeads(tx, scope, await listLeadRows(tx, scope, agentId, choice, { sort: 'created', limit: PIECE, after })),
    );
  return write(read, fields, total);
}

async function* write(
  read: (after: Cursor | null) => Promise<Lead[]>,
  fields: readonly LeadField[],
  total: number,
): AsyncGenerator<Piece> {
  yield { text: csvHead(fields), done: 0, total, isLast: false };
  let after: Cursor | null = null;
  for (let done = 0; ; ) {
    const leads = await read(after);
    const last = leads.at(-1);
    if (!last) break;
    done += leads.length;
    after = { createdAt: new Date(last.createdAt), id: last.id };
    yield { text: leads.map((lead) => csvLine(fields, lead)).join(''), done, total, isLast: false };
  }
  yield { text: '', done: total, total, isLast: true };
}
