import { setTimeout as wait } from 'node:timers/promises';
import { Failure, fail } from '@antiphon/contract/errors';
import { type AgentId, type LeadGroupId, type LeadId, newLeadId } from '@antiphon/contract/ids';
import type { LeadFieldShape } from '@antiphon/contract/lead-fields';
import {
  type ImportOptions,
  ImportOptions as ImportOptionsSchema,
  type ImportPart,
  type ImportPreview,
} from '@antiphon/contract/leads';
import { limits } from '@antiphon/contract/limits';
import type { Database, Tx } from '../../db/database.ts';
import type { Scope } from '../../db/scope.ts';
import { getAgentSettings } from '../agents/get-agent.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { actorOf, type Member } from '../identity/identity.policy.ts';
import { lockAgentLeads } from '../lead-capture/lock-agent-leads.ts';
import { fillEmpty, type ImportRow } from './import.rules.ts';
import { addMembers, findGroup } from './lead-groups.queries.ts';
import { makeGroups } from './lead-groups.ts';
import { demandLeadWrite } from './leads.policy.ts';
import type { ReadLeadTable } from './leads.ports.ts';
import { countLeads, findByKeys, insertLeads, type LeadRow, type NewLeadRow, rewriteLeads } from './leads.queries.ts';

type Deps = { database: Database; readLeadTable: ReadLeadTable };
type Counts = Omit<Result, 'problems'>;
/** What was sent again because its answer was lost is not done again. */
type Once = (work: () => Promise<Counts>) => Promise<Counts>;
type Progress = { done: number; total: number };
type Result = NonNullable<ImportPart['result']>;

const PIECE = 500;
const TELL_EVERY_MS = 200;

/** Which columns there are and where they probably go, or why the file is refused. Fails with `too_large` above 5 MB. */
export async function previewImport(deps: Deps, member: Member, agentId: AgentId, file: File): Promise<ImportPreview> {
  demandLeadWrite(member);
  const fields = await readFields(deps, member.scope, agentId);
  const { preview } = await deps.readLeadTable({ bytes: await bytesOf(file), fields, targets: null });
  return preview;
}

/**
 * All rows that are leads in one transaction, or none of them; the rows that are not are told by line. Told with its progress.
 * Fails with `too_large`, `invalid_input`, `lead_limit_reached` or `not_found`. Whoever leaves in the middle ends the telling
 * and not the import.
 */
export async function importLeads(
  { once, ...deps }: Deps & { once: Once },
  member: Member,
  agentId: AgentId,
  { file, options }: { file: File; options: string },
): Promise<AsyncGenerator<ImportPart>> {
  demandLeadWrite(member);
  const chosen = readOptions(options);
  const fields = await readFields(deps, member.scope, agentId, chosen.groupId);
  const targets = chosen.targets.map((target) => (isTarget(target, fields) ? target : ''));
  const { preview, rows } = await deps.readLeadTable({ bytes: await bytesOf(file), fields, targets });
  const { accepted, problems } = rows ?? refuse(preview);
  const progress: Progress = { done: 0, total: preview.rows };
  const written = once(() => write(deps, member, agentId, { accepted, options: chosen, progress }));
  // Where nobody listens any more its failure is nobody's.
  written.catch(() => {});
  return tell(written, progress, (counts) => ({ ...counts, problems }));
}

async function* tell(
  written: Promise<Counts>,
  progress: Progress,
  toResult: (counts: Counts) => Result,
): AsyncGenerator<ImportPart> {
  // What is thrown in a stream that has begun reaches nobody as what it is.
  const ended = written.then(
    (counts) => ({ result: toResult(counts), failure: null }),
    (error: unknown) => {
      if (!(error instanceof Failure)) throw error;
      return { result: null, failure: { code: error.code, message: error.message } };
    },
  );
  ended.catch(() => {});
  for (;;) {
    const end = await Promise.race([ended, wait(TELL_EVERY_MS, null)]);
    if (end) return yield { done: progress.total, total: progress.total, ...end };
    yield { ...progress, result: null, failure: null };
  }
}

type Work = { accepted: ImportRow[]; options: ImportOptions; progress: Progress };

async function write(deps: Deps, member: Member, agentId: AgentId, work: Work): Promise<Counts> {
  const { scope } = member;
  const { accepted, options, progress } = work;
  return deps.database.transaction(scope, async (tx) => {
    await lockAgentLeads(tx, agentId);
    if (options.groupId && !(await findGroup(tx, scope, agentId, options.groupId))) fail('not_found');
    const plan = makePlan(await findKnown(tx, scope, agentId, accepted), accepted, options, agentId);
    const before = await countLeads(tx, scope, agentId, { matching: { digits: '' } });
    if (before + plan.created.length > limits.leadsPerAgentMax) fail('lead_limit_reached');
    for (const piece of pieces(plan.created)) {
      await insertLeads(tx, scope, piece);
      progress.done += piece.length;
    }
    for (const piece of pieces([...plan.changed.values()])) {
      await rewriteLeads(tx, scope, piece);
      progress.done += piece.length;
    }
    await joinGroups(tx, scope, agentId, plan.groups, options.groupId);
    const counts = { created: plan.created.length, merged: plan.merged, skipped: plan.skipped };
    const act = { actor: actorOf(member), action: 'lead.import', target: agentId, details: counts };
    await recordAudit(tx, scope, act);
    return counts;
  });
}

type Plan = {
  created: NewLeadRow[];
  changed: Map<LeadId, LeadRow>;
  merged: number;
  skipped: number;
  /** Group names of each lead that the file names. */
  groups: Map<LeadId, Set<string>>;
};

/** Pure but for the new ids: which rows make a lead, and which are one that is there or came before in the file. */
function makePlan(known: LeadRow[], rows: readonly ImportRow[], options: ImportOptions, agentId: AgentId): Plan {
  const plan: Plan = { created: [], changed: new Map(), merged: 0, skipped: 0, groups: new Map() };
  const now = new Date();
  const byEmail = new Map(known.flatMap((row) => (row.emailKey === '' ? [] : [[row.emailKey, row] as const])));
  const byPhone = new Map(
    known.toReversed().flatMap((row) => (row.phoneKey === '' ? [] : [[row.phoneKey, row] as const])),
  );
  const remember = (row: LeadRow) => {
    if (row.emailKey !== '') byEmail.set(row.emailKey, row);
    if (row.phoneKey !== '' && !byPhone.has(row.phoneKey)) byPhone.set(row.phoneKey, row);
  };
  const fresh = new Map<LeadId, LeadRow>();
  for (const { line: _line, groups, ...content } of rows) {
    // A number alone says who it is; beside another address it does not.
    const same = content.emailKey === '' ? byPhone.get(content.phoneKey) : byEmail.get(content.emailKey);
    if (same && options.onDuplicate === 'skip') {
      plan.skipped += 1;
      continue;
    }
    const row: LeadRow = same
      ? { ...fillEmpty(same, content), lastSeenAt: now }
      : { ...EMPTY_ROW, ...content, id: newLeadId(), agentId, createdAt: now, lastSeenAt: now };
    if (same) plan.merged += 1;
    if (!same || fresh.has(row.id)) fresh.set(row.id, row);
    else plan.changed.set(row.id, row);
    remember(row);
    plan.groups.set(row.id, new Set([...(plan.groups.get(row.id) ?? []), ...groups]));
  }
  plan.created = [...fresh.values()];
  return plan;
}

const EMPTY_ROW = {
  workspaceUid: '' as Scope['workspaceUid'],
  source: 'import' as const,
  deletedAt: null,
  deletionId: null,
};

async function findKnown(tx: Tx, scope: Scope, agentId: AgentId, rows: readonly ImportRow[]): Promise<LeadRow[]> {
  const found = new Map<LeadId, LeadRow>();
  for (const piece of pieces(rows)) {
    const emails = piece.flatMap(({ emailKey }) => (emailKey === '' ? [] : [emailKey]));
    const phones = piece.flatMap(({ emailKey, phoneKey }) => (emailKey === '' && phoneKey !== '' ? [phoneKey] : []));
    for (const row of await findByKeys(tx, scope, agentId, { emails, phones })) found.set(row.id, row);
  }
  return [...found.values()];
}

async function joinGroups(
  tx: Tx,
  scope: Scope,
  agentId: AgentId,
  groups: Plan['groups'],
  all: LeadGroupId | undefined,
) {
  const names = new Set([...groups.values()].flatMap((own) => [...own]));
  const ids = await makeGroups(tx, scope, agentId, names);
  const members = [...groups].flatMap(([leadId, own]) =>
    [...new Set([...(all ? [all] : []), ...[...own].map((name) => ids.get(name.toLowerCase()))])].flatMap((groupId) =>
      groupId ? [{ groupId, leadId }] : [],
    ),
  );
  for (const piece of pieces(members)) await addMembers(tx, scope, piece);
}

function* pieces<Item>(items: readonly Item[]): Generator<Item[]> {
  for (let at = 0; at < items.length; at += PIECE) yield items.slice(at, at + PIECE);
}

/** Also finds out whether the agent, and the group, are there. */
const readFields = (deps: Deps, scope: Scope, agentId: AgentId, groupId?: LeadGroupId): Promise<LeadFieldShape[]> =>
  deps.database.transaction(scope, async (tx) => {
    if (groupId && !(await findGroup(tx, scope, agentId, groupId))) fail('not_found');
    return (await getAgentSettings(tx, scope, agentId)).leadFields;
  });

async function bytesOf(file: File): Promise<Uint8Array> {
  if (file.size > limits.leadImportBytesMax) fail('too_large', { message: 'A table may have at most 5 MB.' });
  return new Uint8Array(await file.arrayBuffer());
}

/** Screens look at the preview first, which tells the same without a sentence. */
function refuse({ refusal }: ImportPreview): never {
  if (refusal === 'too_many_rows') fail('too_large', { message: 'A table may have at most 10,000 rows.' });
  if (refusal === 'too_many_columns')
    fail('invalid_input', { message: `A table may have at most ${limits.leadImportColumnsMax} columns.` });
  return fail('invalid_input', { message: 'There are no rows in this file.' });
}

function readOptions(text: string): ImportOptions {
  try {
    return ImportOptionsSchema.parse(JSON.parse(text));
  } catch {
    return fail('invalid_input', { issues: [{ path: 'options', message: 'These are not options of an import.' }] });
  }
}

const isTarget = (target: string, fields: readonly LeadFieldShape[]) =>
  ['name', 'email', 'phone', 'company', 'groups', 'note'].includes(target) || fields.some(({ key }) => key === target);
