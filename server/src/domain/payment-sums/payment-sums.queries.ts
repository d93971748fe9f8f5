import type { PlanId } from '@antiphon/contract/quotes';
import { sql } from 'drizzle-orm';
import type { Tx } from '../../db/database.ts';
import type { Scope } from '../../db/scope.ts';
import { givenByInvoice } from '../reversals/given-by-invoice.ts';

type Row = {
  /** With the id it says where the next page begins. */
  made: string;
  account: string;
  id: string;
  total: string;
  purpose: string | null;
  ordered: string | null;
  plan: PlanId | null;
  sold: string[] | null;
  given: string;
  reversals: { chargeId: string; reversed: number; taken: string }[];
};

type Range = { since: Date; until: Date; after: Pick<Row, 'made' | 'id'> | null; limit: number };

/**
 * The first so many, after one of them, of the invoices of the workspace that were paid, made between the two moments: what was ordered by them (micro-credits), the plan whose period they are for,
 * or the credits of each price that a client's plan ever had, and what they gave.
 */
export async function listPaid(tx: Tx, scope: Scope, { since, until, after, limit }: Range) {
  const uid = scope.workspaceUid;
  const isNext = after ? sql`and (i.created_at, i.id) > (${after.made}::timestamptz, ${after.id})` : sql``;
  const { rows } = (await tx.execute(sql`
    select i.created_at::text as made, i.account, i.id, i.total::text as total, o.purpose, o.credits::text as ordered,
      case when i.is_of_period then s.plan_id end as plan,
      case when i.is_of_period and os.id is not null then (
        select array_agg(distinct p.credits::text) from agency_plan_prices p
        where p.workspace_uid = ${uid} and p.plan_id = os.plan_id) end as sold,
      ${givenByInvoice(scope, sql`i.id`)} as given,
      (select coalesce(json_agg(json_build_object('chargeId', r.charge_id, 'reversed', r.reversed, 'taken', r.credits_taken::text)), '[]')
        from reversals r where r.workspace_uid = ${uid} and r.account = i.account and r.invoice_id = i.id) as reversals
    from invoices i
    left join orders o on o.workspace_uid = ${uid} and o.account = i.account and o.invoice_id = i.id
    left join subscriptions s on s.workspace_uid = ${uid} and i.account = '' and s.id = i.subscription_id
    left join org_subscriptions os on os.workspace_uid = ${uid} and os.account = i.account and os.id = i.subscription_id
    where i.workspace_uid = ${uid} and i.status = 'paid' and i.created_at >= ${since} and i.created_at < ${until} ${isNext}
    order by i.created_at, i.id limit ${limit}`)) as unknown as { rows: Row[] };
  return rows;
}

/**
 * At most so many of what was given by an invoice since then that is not there, or is not paid: the ids of invoices. Those of an org that is
 * gone went with it. The ranges hold all that begins so in whatever collation, and are read by the key.
 */
export async function listGivenUnpaid(
  tx: Tx,
  scope: Scope,
  { since, limit }: { since: Date; limit: number },
): Promise<string[]> {
  const uid = scope.workspaceUid;
  const { rows } = (await tx.execute(sql`
    select distinct split_part(t.id, ':', 3) as id from credit_transfers t
    where t.workspace_uid = ${uid} and t.created_at >= ${since}
      and (t.id >= 'grant:inv' and t.id < 'grant:inw' and t.id like 'grant:inv:%'
        or t.id >= 'sale:inv' and t.id < 'sale:inw' and t.id like 'sale:inv:%')
      and (t.credit_account not like 'org:%'
        or exists (select from orgs where workspace_uid = ${uid} and orgs.id = substr(t.credit_account, 5)))
      and not exists (select from invoices i
        where i.workspace_uid = ${uid} and i.id = split_part(t.id, ':', 3) and i.status = 'paid')
    order by 1 limit ${limit}`)) as unknown as { rows: { id: string }[] };
  return rows.map(({ id }) => id);
}
