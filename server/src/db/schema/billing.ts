import type { AgentId, OrgId, WorkspaceUid } from '@antiphon/contract/ids';
import { sql } from 'drizzle-orm';
import { bigint, check, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { instant } from './columns.ts';

const micro = (name: string) => bigint(name, { mode: 'bigint' });

/**
 * Double entry in micro-credits. An account here may never fall below what is held on it: the check is the floor, and no
 * code path goes around it. The platform's own sides (`platform:grants`, `platform:revenue`) have no row: every turn of
 * every workspace would queue on it. Their balance is the sum of their transfers. `id` is `workspace:{uid}` or `org:{id}`.
 */
export const creditAccounts = pgTable(
  'credit_accounts',
  {
    id: text('id').primaryKey(),
    workspaceUid: text('workspace_uid').$type<WorkspaceUid>().notNull(),
    balance: micro('balance').notNull().default(sql`0`),
    held: micro('held').notNull().default(sql`0`),
    /** The last grant, and the share of it (in percent used) that the owner was last warned of. */
    lastGrant: micro('last_grant').notNull().default(sql`0`),
    warnedPercent: integer('warned_percent').notNull().default(0),
  },
  (table) => [
    check('credit_floor', sql`${table.held} >= 0 and ${table.balance} >= ${table.held}`),
    index().on(table.workspaceUid),
  ],
);

/**
 * Immutable. The caller makes the id, so that the same transfer sent twice is one transfer; it is unique in its workspace,
 * so that no workspace can take another's. Accounts are no foreign keys: each would lock the one hot row once more.
 */
export const creditTransfers = pgTable(
  'credit_transfers',
  {
    id: text('id').notNull(),
    workspaceUid: text('workspace_uid').$type<WorkspaceUid>().notNull(),
    debitAccount: text('debit_account').notNull(),
    creditAccount: text('credit_account').notNull(),
    amount: micro('amount').notNull(),
    kind: text('kind').notNull(),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.workspaceUid, table.id] }),
    check('amount_positive', sql`${table.amount} > 0`),
    check('two_accounts', sql`${table.debitAccount} <> ${table.creditAccount}`),
  ],
);

/**
 * Credits that one account owes another, each by its key, or the platform: what a sale, or money that was given back, left. Paid from
 * whatever comes in, the oldest first. `id` is the transfer's that it completes.
 */
export const creditDebts = pgTable(
  'credit_debts',
  {
    id: text('id').notNull(),
    workspaceUid: text('workspace_uid').$type<WorkspaceUid>().notNull(),
    /** In the order in which they came to be. */
    number: bigint('number', { mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
    debtor: text('debtor').notNull(),
    creditor: text('creditor').notNull(),
    amount: micro('amount').notNull(),
    paid: micro('paid').notNull().default(sql`0`),
    /** What nobody is there for any more: an org that was deleted. */
    forgiven: micro('forgiven').notNull().default(sql`0`),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.workspaceUid, table.id] }),
    check('debt_positive', sql`${table.amount} > 0`),
    check(
      'debt_paid',
      sql`${table.paid} >= 0 and ${table.forgiven} >= 0 and ${table.paid} + ${table.forgiven} <= ${table.amount}`,
    ),
    index('credit_debts_open').on(table.workspaceUid, table.debtor, table.number).where(sql`paid + forgiven < amount`),
  ],
);

/** A sum set aside before a model is called: held -> settled | voided, once. `id` is the turn's. */
export const creditHolds = pgTable(
  'credit_holds',
  {
    id: text('id').notNull(),
    workspaceUid: text('workspace_uid').$type<WorkspaceUid>().notNull(),
    agentId: text('agent_id').$type<AgentId>().notNull(),
    month: text('month').notNull(),
    amount: micro('amount').notNull(),
    state: text('state').$type<'held' | 'settled' | 'voided'>().notNull().default('held'),
    settled: micro('settled').notNull().default(sql`0`),
    expiresAt: instant('expires_at').notNull(),
    createdAt: instant('created_at').notNull().defaultNow(),
    /** Whose account pays; null is the workspace's own. */
    orgId: text('org_id').$type<OrgId>(),
  },
  (table) => [
    primaryKey({ columns: [table.workspaceUid, table.id] }),
    check('hold_positive', sql`${table.amount} > 0`),
    check('settled_within_hold', sql`${table.settled} >= 0 and ${table.settled} <= ${table.amount}`),
    index('credit_holds_open').on(table.expiresAt).where(sql`${table.state} = 'held'`),
  ],
);

/** What an agent spent and holds in a UTC month (`2026-11`), and the messages it accepted. */
export const agentMonths = pgTable(
  'agent_months',
  {
    agentId: text('agent_id').$type<AgentId>().notNull(),
    workspaceUid: text('workspace_uid').$type<WorkspaceUid>().notNull(),
    month: text('month').notNull(),
    spent: micro('spent').notNull().default(sql`0`),
    held: micro('held').notNull().default(sql`0`),
    messages: integer('messages').notNull().default(0),
  },
  (table) => [
    primaryKey({ columns: [table.workspaceUid, table.agentId, table.month] }),
    check('month_counts', sql`${table.spent} >= 0 and ${table.held} >= 0 and ${table.messages} >= 0`),
  ],
);

/**
 * The lines a person reads: why the balance of an account rose or fell. One for each transfer, under the same id; two, `:from` and
 * `:to`, where it was between accounts of the workspace.
 */
export const usageEntries = pgTable(
  'usage_entries',
  {
    id: text('id').notNull(),
    workspaceUid: text('workspace_uid').$type<WorkspaceUid>().notNull(),
    amount: micro('amount').notNull(),
    direction: text('direction').$type<'increase' | 'decrease'>().notNull(),
    causedBy: text('caused_by').$type<'agent' | 'feature'>().notNull(),
    agentId: text('agent_id').$type<AgentId>(),
    featureKey: text('feature_key').notNull(),
    conversationId: text('conversation_id'),
    ts: instant('ts').notNull().defaultNow(),
    /** Whose account; null is the workspace's own. */
    orgId: text('org_id').$type<OrgId>(),
  },
  (table) => [
    primaryKey({ columns: [table.workspaceUid, table.id] }),
    index().on(table.workspaceUid, table.ts, table.id),
    index('usage_entries_by_account').on(table.workspaceUid, table.orgId, table.ts, table.id),
    index().on(table.workspaceUid, table.agentId, table.ts, table.id),
  ],
);
