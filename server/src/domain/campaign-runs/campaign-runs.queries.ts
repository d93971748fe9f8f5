import type { AttemptState, MessageKind, RecipientState } from '@antiphon/contract/campaign-words';
import type { CallId, CampaignId, ChannelConnectionId, LeadId, PhoneNumberId } from '@antiphon/contract/ids';
import { and, asc, desc, eq, getColumns, gt, inArray, isNotNull, isNull, lt, ne, or, type SQL } from 'drizzle-orm';
import type { Tx } from '../../db/database.ts';
import { campaignAttempts, campaignRecipients, campaigns } from '../../db/schema/campaigns.ts';
import { phoneNumbers } from '../../db/schema/phone-numbers.ts';
import type { Scope } from '../../db/scope.ts';

export type AttemptRow = typeof campaignAttempts.$inferSelect;
export type RunCampaign = typeof campaigns.$inferSelect;
export type RecipientRow = typeof campaignRecipients.$inferInsert;

const isCampaign = (scope: Scope, id: CampaignId) =>
  and(eq(campaigns.workspaceUid, scope.workspaceUid), eq(campaigns.id, id));
const isRecipient = (scope: Scope, campaignId: CampaignId, leadId: LeadId) =>
  and(
    eq(campaignRecipients.workspaceUid, scope.workspaceUid),
    eq(campaignRecipients.campaignId, campaignId),
    eq(campaignRecipients.leadId, leadId),
  );
const isAttempt = (scope: Scope, id: CallId) =>
  and(eq(campaignAttempts.workspaceUid, scope.workspaceUid), eq(campaignAttempts.id, id));

export async function findRun(tx: Tx, scope: Scope, id: CampaignId): Promise<RunCampaign | null> {
  const [row] = await tx.select().from(campaigns).where(isCampaign(scope, id));
  return row ?? null;
}

/** Nothing is taken up of it but by whoever locks it. */
export async function lockRun(tx: Tx, scope: Scope, id: CampaignId): Promise<RunCampaign | null> {
  const [row] = await tx.select().from(campaigns).where(isCampaign(scope, id)).for('update');
  return row ?? null;
}

export async function listTakenMarks(tx: Tx, scope: Scope, id: CampaignId, marks: readonly string[]) {
  if (marks.length === 0) return new Set<string>();
  const rows = await tx
    .select({ mark: campaignRecipients.addressMark })
    .from(campaignRecipients)
    .where(
      and(
        eq(campaignRecipients.workspaceUid, scope.workspaceUid),
        eq(campaignRecipients.campaignId, id),
        ne(campaignRecipients.state, 'skipped'),
        inArray(campaignRecipients.addressMark, [...marks]),
      ),
    );
  return new Set(rows.map(({ mark }) => mark));
}

export async function insertRecipients(tx: Tx, scope: Scope, rows: readonly Omit<RecipientRow, 'workspaceUid'>[]) {
  if (rows.length === 0) return;
  await tx
    .insert(campaignRecipients)
    .values(rows.map((row) => ({ ...row, workspaceUid: scope.workspaceUid })))
    .onConflictDoNothing();
}

export async function findAttempt(tx: Tx, scope: Scope, id: CallId): Promise<AttemptRow | null> {
  const [row] = await tx.select().from(campaignAttempts).where(isAttempt(scope, id));
  return row ?? null;
}

/** Locked until the transaction ends. Null where it is over. */
export async function lockOpenAttempt(tx: Tx, scope: Scope, id: CallId): Promise<AttemptRow | null> {
  const [row] = await tx
    .select()
    .from(campaignAttempts)
    .where(and(isAttempt(scope, id), isNull(campaignAttempts.endedAt)))
    .for('update');
  return row ?? null;
}

/** Only one that is in one of these states, and is not over. */
export async function setAttempt(
  tx: Tx,
  scope: Scope,
  id: CallId,
  from: readonly AttemptState[],
  change: Partial<AttemptRow>,
): Promise<AttemptRow | null> {
  const [row] = await tx
    .update(campaignAttempts)
    .set(change)
    .where(and(isAttempt(scope, id), isNull(campaignAttempts.endedAt), inArray(campaignAttempts.state, [...from])))
    .returning();
  return row ?? null;
}

/** Whether it is over or not. */
export async function noteAttempt(
  tx: Tx,
  scope: Scope,
  id: CallId,
  change: Partial<Pick<AttemptRow, 'vendorId' | 'problem' | 'conversationId'>>,
): Promise<AttemptRow | null> {
  const [row] = await tx.update(campaignAttempts).set(change).where(isAttempt(scope, id)).returning();
  return row ?? null;
}

type Text = { kind: MessageKind; mark: string; since: Date };

/** The last message to this number that its provider took. */
export const findLastText = (tx: Tx, scope: Scope, text: Text): Promise<AttemptRow | null> =>
  findText(tx, scope, text, isNotNull(campaignAttempts.vendorId));

/** The last one from there that was not answered yet, whether or not anybody knows that it left. */
export const findTextFrom = (
  tx: Tx,
  scope: Scope,
  { connectionId, ...text }: Text & { connectionId: ChannelConnectionId },
): Promise<AttemptRow | null> =>
  findText(
    tx,
    scope,
    text,
    and(
      eq(campaigns.connectionId, connectionId),
      isNull(campaignAttempts.conversationId),
      or(isNotNull(campaignAttempts.vendorId), eq(campaignAttempts.state, 'unsure')),
    ),
  );

async function findText(
  tx: Tx,
  scope: Scope,
  { kind, mark, since }: Text,
  is: SQL | undefined,
): Promise<AttemptRow | null> {
  const [row] = await tx
    .select(getColumns(campaignAttempts))
    .from(campaignAttempts)
    .innerJoin(campaigns, and(eq(campaigns.id, campaignAttempts.campaignId), eq(campaigns.kind, kind)))
    .where(
      and(
        eq(campaignAttempts.workspaceUid, scope.workspaceUid),
        eq(campaignAttempts.addressMark, mark),
        gt(campaignAttempts.begunAt, since),
        is,
      ),
    )
    .orderBy(desc(campaignAttempts.begunAt))
    .limit(1);
  return row ?? null;
}

/** Only who is in one of these states; false where they are not. */
export async function raiseRecipient(
  tx: Tx,
  scope: Scope,
  { campaignId, leadId }: { campaignId: CampaignId; leadId: LeadId },
  from: readonly RecipientState[],
  state: RecipientState,
): Promise<boolean> {
  const rows = await tx
    .update(campaignRecipients)
    .set({ state })
    .where(and(isRecipient(scope, campaignId, leadId), inArray(campaignRecipients.state, [...from])))
    .returning({ id: campaignRecipients.leadId });
  return rows.length > 0;
}

export async function setRecipient(
  tx: Tx,
  scope: Scope,
  { campaignId, leadId }: { campaignId: CampaignId; leadId: LeadId },
  change: Partial<RecipientRow>,
) {
  await tx
    .update(campaignRecipients)
    .set(change)
    .where(isRecipient(scope, campaignId, leadId));
}

export async function findTries(tx: Tx, scope: Scope, { campaignId, leadId }: AttemptRow): Promise<number> {
  const [row] = await tx
    .select({ tries: campaignRecipients.tries })
    .from(campaignRecipients)
    .where(isRecipient(scope, campaignId, leadId));
  return row?.tries ?? 0;
}

/** Of which nothing was heard for a while; the oldest first. */
export const listSilent = (tx: Tx, scope: Scope, id: CampaignId, before: Date, most: number): Promise<AttemptRow[]> =>
  tx
    .select()
    .from(campaignAttempts)
    .where(
      and(
        eq(campaignAttempts.workspaceUid, scope.workspaceUid),
        eq(campaignAttempts.campaignId, id),
        isNull(campaignAttempts.endedAt),
        lt(campaignAttempts.begunAt, before),
      ),
    )
    .orderBy(asc(campaignAttempts.begunAt))
    .limit(most);

/** With what its provider is asked by. */
export async function findOwnNumber(tx: Tx, scope: Scope, id: PhoneNumberId) {
  const [row] = await tx
    .select()
    .from(phoneNumbers)
    .where(and(eq(phoneNumbers.workspaceUid, scope.workspaceUid), eq(phoneNumbers.id, id)));
  return row ?? null;
}
