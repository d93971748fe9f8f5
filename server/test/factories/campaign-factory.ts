import { randomBytes } from 'node:crypto';
import type { CampaignKind } from '@antiphon/contract/campaign-words';
import {
  type CampaignId,
  newCampaignId,
  newChannelConnectionId,
  newHookKey,
  newLeadGroupId,
  newLeadId,
  newPhoneNumberId,
  type WorkspaceUid,
} from '@antiphon/contract/ids';
import { sql } from 'drizzle-orm';
import type { Database } from '../../src/db/database.ts';
import { grantCredits } from '../../src/domain/billing/grant-credits.ts';
import { takeRecipients } from '../../src/domain/campaign-runs/take-recipients.ts';
import { sealSecrets } from '../../src/domain/channels/open-account.ts';
import { addressMark } from '../../src/domain/consents/consents.rules.ts';
import { sealToken } from '../../src/domain/phone-numbers/phone-account.ts';
import { testSecretKey } from '../harness/api.ts';
import { makeKnowledgeAgent } from './knowledge-factory.ts';

/** A zone in which it is noon now, whenever a test runs. */
export function zoneOfNoon(now = new Date()): string {
  const offset = 12 - now.getUTCHours();
  return offset === 0 ? 'Etc/GMT' : `Etc/GMT${offset > 0 ? '-' : '+'}${Math.abs(offset)}`;
}

export const EVERY_DAY = { days: [1, 2, 3, 4, 5, 6, 7], fromMinute: 8 * 60, toMinute: 21 * 60 };

/** A number of its own for each. */
export const numberAt = (index: number) => `+1202555${String(index).padStart(4, '0')}`;

export type SeededLead = { id: string; number: string };

/** Leads of a group, all of whom agreed to be called, and to get messages. */
export async function seedLeads(
  { unscoped }: Database,
  {
    uid,
    agentId,
    groupId,
    count,
    first = 1,
    zone = zoneOfNoon(),
  }: { uid: string; agentId: string; groupId: string; count: number; first?: number; zone?: string | null },
): Promise<SeededLead[]> {
  const made = Array.from({ length: count }, (_, index) => ({
    id: newLeadId() as string,
    number: numberAt(first + index),
    mark: addressMark(testSecretKey, uid as WorkspaceUid, numberAt(first + index)),
  }));
  const custom = zone === null ? {} : { time_zone: zone };
  await unscoped.execute(sql`
    with given as (select * from jsonb_to_recordset(${JSON.stringify(made)}::jsonb) as x(id text, number text, mark text)),
    kept as (
      insert into leads (id, workspace_uid, agent_id, name, phone, phone_key, source, custom)
      select id, ${uid}, ${agentId}, 'Noor', number, number, 'manual', ${JSON.stringify(custom)}::jsonb from given returning id
    ), members as (
      insert into lead_group_members (group_id, lead_id, workspace_uid) select ${groupId}, id, ${uid} from kept returning lead_id
    )
    insert into consents (workspace_uid, channel, address, address_mark, topic, is_granted, source, given_at, recorded_by)
    select ${uid}, channel, number, mark, 'marketing', true, 'a form', now(), 'key' from given, unnest('{voice,sms,whatsapp}'::text[]) as channel`);
  return made;
}

/** A published agent with a number of an account, credits, and lines; and campaigns of it that go on. */
export async function makeCampaignWorld(database: Database, { lines = 1_000, credits = 1_000_000 } = {}) {
  const { scope, agentId } = await makeKnowledgeAgent(database);
  const { workspaceUid: uid } = scope;
  const [groupId, phoneNumberId, connectionId] = [newLeadGroupId(), newPhoneNumberId(), newChannelConnectionId()];
  const account = { accountId: `AC${randomBytes(16).toString('hex')}`, token: randomBytes(16).toString('hex') };
  const sealed = Buffer.from(sealToken(testSecretKey, scope, phoneNumberId, account.token));
  const number = `+1202555${String(9_000 + Math.floor(Math.random() * 999))}`;
  await database.transaction(scope, async (tx) => {
    await grantCredits(tx, scope, {
      id: `grant-${uid}`,
      amountMicro: BigInt(credits) * 1_000_000n,
      featureKey: 'grant',
    });
  });
  await database.unscoped.execute(sql`delete from phone_numbers where number = ${number}`);
  await database.unscoped.execute(sql`
    insert into phone_numbers (id, workspace_uid, number, name, account_id, vendor_id, sealed, hook_key, earlier, agent_id)
    values (${phoneNumberId}, ${uid}, ${number}, 'Harbour', ${account.accountId}, ${`PN${'a'.repeat(32)}`}, ${sealed},
      ${newHookKey()}, '{}', ${agentId})`);
  const secrets = Buffer.from(
    sealSecrets(testSecretKey, scope, connectionId, { ...account, hookSecret: account.token }),
  );
  await database.unscoped.execute(sql`
    insert into channel_connections (id, workspace_uid, agent_id, provider, external_id, account_id, name, handle, sealed, hook_key, state)
    values (${connectionId}, ${uid}, ${agentId}, 'sms', ${number}, ${account.accountId}, 'Harbour', ${number}, ${secrets}, ${newHookKey()}, 'connected')`);
  await database.unscoped.execute(sql`
    insert into lead_groups (id, workspace_uid, agent_id, name) values (${groupId}, ${uid}, ${agentId}, 'Spring')`);
  await database.unscoped.execute(sql`
    insert into agent_versions (agent_id, workspace_uid, number, settings)
    select id, workspace_uid, 1, draft from agents where id = ${agentId}`);
  await database.unscoped.execute(sql`update agents set published_version = 1 where id = ${agentId}`);
  await database.unscoped.execute(sql`
    insert into limit_uses (workspace_uid, key, max) values (${uid}, 'maxConcurrentCalls', ${lines})
    on conflict (workspace_uid, key) do update set max = excluded.max`);
  const makeCampaign = async ({
    cap = null,
    days = EVERY_DAY.days,
    fromMinute = EVERY_DAY.fromMinute,
    toMinute = EVERY_DAY.toMinute,
    kind = 'call',
    segments = 1,
  }: {
    cap?: number | null;
    days?: number[];
    fromMinute?: number;
    toMinute?: number;
    kind?: CampaignKind;
    segments?: number;
  } = {}) => {
    const id = newCampaignId();
    await database.unscoped.execute(sql`
      insert into campaigns (id, workspace_uid, agent_id, kind, name, state, text, days, from_minute, to_minute, cap, created_by, approved_at,
        phone_number_id, connection_id, opt_out_line, segments, group_ids, due_at)
      values (${id}, ${uid}, ${agentId}, ${kind}, 'Spring', 'running', 'Hello', ${`{${days.join(',')}}`}::int[], ${fromMinute}, ${toMinute},
        ${cap}, 'key', now(), ${kind === 'call' ? phoneNumberId : null}, ${kind === 'sms' ? connectionId : null}, 'Reply STOP to opt out.',
        ${segments}, ${`{${groupId}}`}::text[], 'infinity')`);
    return id;
  };
  const take = async (id: CampaignId) => {
    while (await takeRecipients({ database, secretKey: testSecretKey }, scope, id));
  };
  return { scope, uid, agentId, groupId, phoneNumberId, connectionId, number, account, makeCampaign, take };
}
