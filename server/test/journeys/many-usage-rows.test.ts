import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { newConversationId, type OrgId, type WorkspaceUid } from '@antiphon/contract/ids';
import { sql } from 'drizzle-orm';
import { afterAll, describe, expect, test } from 'vitest';
import { makeScope } from '../../src/db/make-scope.ts';
import { monthOf } from '../../src/domain/billing/calendar.rules.ts';
import { fromCredits, toCredits } from '../../src/domain/billing/credits.rules.ts';
import { findLedgerFaults } from '../../src/domain/billing/find-ledger-faults.ts';
import { grantCredits, moveCredits } from '../../src/domain/billing/grant-credits.ts';
import { ok } from '../factories/api-factory.ts';
import { makeAgency } from '../factories/client-factory.ts';
import { amount } from '../harness/amounts.ts';
import { callerHeaders, startTestApi } from '../harness/api.ts';
import { openJourneyDatabases } from '../harness/database.ts';

const ROWS = amount(100_000, 4_000);
/** Of ten turns the org pays one. */
const OF_ORG = ROWS / 10;
const GRANT = ROWS * 10;
const PAGE = 100;
/** What of a file is held at once, however long it is; all of it would be more than twice as much. */
const MOST_BYTES = 20_000_000;
const LOOKS = 8;
setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

describe.each(await openJourneyDatabases())(`an account with ${ROWS} lines of usage, on $name`, async (of) => {
  const { database } = of;
  const api = await startTestApi(database);
  afterAll(() => api.stop());
  const { owner, orgId: org, agentId } = await makeAgency(api);
  const [uid, orgId] = [owner.uid as WorkspaceUid, org as OrgId];
  const scope = makeScope(uid);
  await database.transaction(scope, async (tx) => {
    await grantCredits(tx, scope, { id: 'much', amountMicro: fromCredits(GRANT), featureKey: 'top_up' });
    const move = { from: null, to: orgId, amountMicro: fromCredits(GRANT / 10), featureKey: 'transfer_to_org' };
    await moveCredits(tx, scope, { id: 'to-org', ...move });
  });

  /** As that many replies would leave it; each costs something else, in millionths. */
  async function seed() {
    const turns = sql`(select n, n % 10 = 0 as is_org, (n % 997 + 1) * 3001 as cost, now() - n * interval '7 seconds' as at
      from generate_series(1, ${ROWS}::int) n) turn`;
    const account = sql`case when is_org then 'org:' || ${orgId}::text else 'workspace:' || ${uid}::text end`;
    const payer = sql`case when is_org then ${orgId}::text end`;
    const month = monthOf(new Date());
    await database.unscoped.transaction(async (tx) => {
      await tx.execute(sql`insert into credit_transfers (workspace_uid, id, debit_account, credit_account, amount, kind, created_at)
        select ${uid}, 'turn:t' || n, ${account}, 'platform:revenue', cost, 'turn', at from ${turns}`);
      await tx.execute(sql`insert into usage_entries
        (workspace_uid, id, amount, direction, caused_by, agent_id, feature_key, conversation_id, ts, org_id)
        select ${uid}, 'turn:t' || n, cost, 'decrease', 'agent', ${agentId}, 'text_turn', ${newConversationId()}, at, ${payer}
        from ${turns}`);
      await tx.execute(sql`insert into credit_holds
        (workspace_uid, id, agent_id, month, amount, state, settled, expires_at, org_id)
        select ${uid}, 't' || n, ${agentId}, ${month}, cost, 'settled', cost, at, ${payer} from ${turns}`);
      await tx.execute(sql`insert into agent_months (agent_id, workspace_uid, month, spent)
        select ${agentId}, ${uid}, ${month}, sum(cost) from ${turns}`);
      await tx.execute(sql`update credit_accounts set balance = balance - used
        from (select ${account} as paid_by, sum(cost) as used from ${turns} group by 1) sums where id = paid_by`);
      await tx.execute(sql`analyze usage_entries`);
    });
  }

  type Line = { amount: number; direction: string; featureKey: string };
  const micro = ({ amount: credits, direction }: Line) => fromCredits(direction === 'increase' ? credits : -credits);

  async function readPages(of: OrgId | null) {
    let [sum, count, cursor, balance] = [0n, 0, '', 0];
    for (;;) {
      const query = new URLSearchParams({ limit: String(PAGE), ...(of && { orgId: of }), ...(cursor && { cursor }) });
      const page = ok(await api.call('GET', `/v2/workspaces/${uid}/usage?${query}`, { caller: owner.key }));
      for (const line of page.items as Line[]) sum += micro(line);
      count += page.items.length;
      balance = page.loadTokens;
      if (!page.nextCursor) return { sum, count, balance };
      cursor = page.nextCursor;
    }
  }

  /** The file as a browser saves it, and how much memory was held at most while it came. */
  async function readFile(of: OrgId | null) {
    collect();
    const [begun, before] = [performance.now(), process.memoryUsage().heapUsed];
    const url = `${api.origin}/api/na/v2/workspaces/${uid}/usage/export${of ? `?orgId=${of}` : ''}`;
    const answer = await fetch(url, { headers: callerHeaders(owner.key) });
    const decoder = new TextDecoder();
    let [sum, count, left, most, first, nextLook] = [0n, -1, '', 0, 0, 1];
    for await (const chunk of answer.body as unknown as AsyncIterable<Uint8Array>) {
      first ||= performance.now() - begun;
      left += decoder.decode(chunk, { stream: true });
      for (let end = left.indexOf('\n\n'); end >= 0; end = left.indexOf('\n\n')) {
        const data = /^data: (.*)$/m.exec(left.slice(0, end))?.[1];
        left = left.slice(end + 2);
        for (const line of data?.startsWith('{') ? (JSON.parse(data).text ?? '').split('\r\n') : []) {
          if (line === '') continue;
          count += 1;
          if (count > 0) sum += fromCredits(Number(line.split(',')[2]));
        }
      }
      if (count < nextLook) continue;
      nextLook += ROWS / LOOKS;
      collect();
      most = Math.max(most, process.memoryUsage().heapUsed - before);
    }
    return { sum, count, most, firstMs: Math.round(first), ms: Math.round(performance.now() - begun) };
  }

  const readTuples = async () => {
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    const { rows } = (await database.unscoped.execute(
      sql`select seq_tup_read::int as read from pg_stat_user_tables where relname = 'usage_entries'`,
    )) as unknown as { rows: { read: number }[] };
    return rows[0]?.read ?? 0;
  };

  // Planted: the file leaves out the last line of each piece -> another sum; in `soak`, all of it is read before the first byte -> too much is
  // held.
  test('is explained to the last millionth, page by page and as a file, of the workspace and of an org', async () => {
    await seed();
    await database.transaction(scope, async (tx) => {
      // What this reads, which is all of it, is told at its end, not whenever its connection was idle for ten seconds.
      if (database.kind === 'postgres') await tx.execute(sql`select pg_stat_force_next_flush()`);
      expect(await findLedgerFaults(tx, scope)).toEqual([]);
    });
    const whole = await readTuples();
    const figures: object[] = [];
    for (const [of, lines] of [
      [null, ROWS - OF_ORG + 3],
      [orgId, OF_ORG + 1],
    ] as const) {
      const begun = performance.now();
      const pages = await readPages(of);
      const pagesMs = Math.round(performance.now() - begun);
      const file = await readFile(of);
      figures.push({ lines, pagesMs, fileMs: file.ms, firstMs: file.firstMs, mostMb: Math.round(file.most / 1e6) });
      expect([pages.count, toCredits(pages.sum), file.count, file.sum]).toEqual([
        lines,
        pages.balance,
        lines,
        pages.sum,
      ]);
      expect(file.most).toBeLessThan(MOST_BYTES);
    }
    process.stdout.write(`${JSON.stringify({ usage: figures })}\n`);
    if (database.kind === 'postgres') expect((await readTuples()) - whole).toBeLessThan(ROWS);
  }, 900_000);
});
