import { ACCESS_SCOPES, type AccessScope, permissionOfScope } from '@antiphon/contract/access-keys';
import { newAccessKeyId, newAccessSecret } from '@antiphon/contract/ids';
import { PERMISSIONS, type Permission } from '@antiphon/contract/permissions';
import { sql } from 'drizzle-orm';
import { afterAll, describe, expect, test } from 'vitest';
import { type ToolName, tools } from '../../src/domain/mcp-tools/mcp-tools.module.ts';
import { hashSecret } from '../../src/domain/workspaces/secrets.rules.ts';
import { signUp } from '../factories/api-factory.ts';
import { makeTenant, type Tenant } from '../factories/tenant.ts';
import { amount } from '../harness/amounts.ts';
import { startTestApi } from '../harness/api.ts';
import { openJourneyDatabases, openTestEurope } from '../harness/database.ts';
import { openMcpClient, type ToolAnswer } from '../harness/mcp-client.ts';
import { startModelServer } from '../harness/openai-compatible-server.ts';
import { toolRows } from './tool-rows.ts';

const names = Object.keys(toolRows) as ToolName[];
/** Of the odd values each field meets so many; the next field meets others. */
const EACH_NTH = amount(1, 4);
const GIVEN = ACCESS_SCOPES.filter((scope) => scope !== 'read');
/** Each set of scopes that a key can have; `read` is in all of them. */
const SETS = Array.from({ length: 2 ** GIVEN.length }, (_none, bits) => GIVEN.filter((_scope, at) => bits & (1 << at)));

test('every tool has its row, with the scope that it wants, and says truly whether it changes something', () => {
  expect(names.sort()).toEqual(Object.keys(tools).sort());
  for (const [name, row] of Object.entries(toolRows)) {
    const { scope, effect } = tools[name as ToolName];
    expect({ name, scope, isChange: effect !== 'none' }).toEqual({
      name,
      scope: row.scope,
      isChange: row.isChange ?? false,
    });
  }
  const said = JSON.stringify(names);
  for (const word of ['delete', 'secret', 'credential', 'billing', 'key', 'member']) expect(said).not.toContain(word);
});

describe.each(await openJourneyDatabases())('tools of programs on $name', async ({ name, database }) => {
  const host = await startModelServer();
  const europe = await openTestEurope(name);
  const api = await startTestApi(database, { REGIONS: 'na,eu', OUTBOUND_ALLOW: host.hostAndPort }, undefined, europe);
  afterAll(async () => {
    await api.stop();
    await host.close();
  });

  /** As the database has it, past what making one asks for: a key may have scopes that its person lost. */
  async function openKey({ uid }: Tenant, userId: string, scopes: readonly AccessScope[]) {
    const secret = newAccessSecret();
    await database.unscoped.execute(
      sql`insert into access_keys (id, workspace_uid, user_id, name, scopes, secret_hash, last4, expires_at)
          values (${newAccessKeyId()}, ${uid}, ${userId}, 'Walk', ${`{${scopes.join(',')}}`}::text[],
            ${hashSecret(secret)}, 'abcd', now() + interval '1 day')`,
    );
    return openMcpClient(`${api.origin}/api/na/mcp`, secret, 'legacy');
  }

  test('every tool with every set of scopes: shown and called where the key has its scope, else neither', async () => {
    const own = await makeTenant(api, host.baseURL);
    const findings: string[] = [];
    const done = new Set<ToolName>();
    const judge = (name: ToolName, isAllowed: boolean, { isError, body, text }: ToolAnswer, as: string) => {
      const code = isError ? body.code : 'ok';
      const fine = isAllowed ? !isError || toolRows[name].mayFail?.includes(code) : code === 'forbidden';
      if (!fine) findings.push(`${name} with ${as}: ${text.slice(0, 200)}`);
      if (isAllowed && !isError) done.add(name);
      if (!isAllowed && text.includes(own.canary)) findings.push(`${name} with ${as}: tells what it may not`);
      if (Buffer.byteLength(text) > 16 * 1024) findings.push(`${name} with ${as}: ${text.length} characters`);
    };
    for (const scopes of SETS) {
      const key = await openKey(own, own.uid, scopes);
      const has = (name: ToolName) => ['read', ...scopes].includes(toolRows[name].scope);
      // Planted: all tools are listed -> caught here.
      expect((await key.names()).sort()).toEqual(names.filter(has).sort());
      for (const name of names) judge(name, has(name), await key.call(name, toolRows[name].input(own)), String(scopes));
      await key.close();
    }
    expect(findings).toEqual([]);
    expect([...done].sort(), 'each was done by somebody who may').toEqual([...names].sort());
  }, 300_000);

  test('a person’s permissions of now bound a key with all scopes', async () => {
    const own = await makeTenant(api, host.baseURL);
    const person = await signUp(api);
    const allow = (permissions: readonly Permission[]) =>
      database.unscoped.execute(sql`insert into workspace_members (workspace_uid, user_id, permissions)
        values (${own.uid}, ${person.uid}, ${JSON.stringify(permissions)}::jsonb)
        on conflict (workspace_uid, user_id) do update set permissions = excluded.permissions`);
    await allow([]);
    const key = await openKey(own, person.uid, GIVEN);
    const findings: string[] = [];
    for (const lacking of ['agents.write', 'agents.publish'] as const) {
      await allow(PERMISSIONS.filter((one) => one !== lacking));
      for (const name of names.filter((one) => permissionOfScope[toolRows[one].scope] === lacking)) {
        const { body } = await key.call(name, toolRows[name].input(own));
        if (body.code !== 'forbidden') findings.push(`${name} without ${lacking}: ${JSON.stringify(body)}`);
      }
    }
    await key.close();
    // Planted: a tool's call is given all permissions instead of its own -> caught here.
    expect(findings).toEqual([]);
  }, 120_000);

  test('another tenant’s things are not found, whatever the tool', async () => {
    const [own, other] = [await makeTenant(api, host.baseURL), await makeTenant(api, host.baseURL)];
    const key = await openKey(own, own.uid, GIVEN);
    const findings: string[] = [];
    for (const name of names) {
      const { input, names: ids = [] } = toolRows[name];
      const foreign = input(other);
      for (const id of ids) {
        const { body, text, isError } = await key.call(name, { ...input(own), [id]: foreign[id] });
        const isEmpty = !isError && body.items?.length === 0;
        if (body.code !== 'not_found' && !isEmpty) findings.push(`${name} with a foreign ${id}: ${text.slice(0, 200)}`);
        if (text.includes(other.canary)) findings.push(`${name} with a foreign ${id}: tells the other tenant's`);
      }
    }
    const abroad = openMcpClient(`${api.origin}/api/eu/mcp`, newAccessSecret(), 'legacy');
    await expect(abroad, 'a key of one region in the other').rejects.toThrow();
    await key.close();
    expect(findings).toEqual([]);
  }, 120_000);

  test('whatever is sent to a tool, it is no fault of the server', async () => {
    const own = await makeTenant(api, host.baseURL);
    const key = await openKey(own, own.uid, GIVEN);
    const odd = [null, 5, '', 'x'.repeat(500), [], {}, '../..', '%00', '\u202e', -1, 1e308, { $ne: 1 }];
    const findings: string[] = [];
    let calls = 0;
    for (const name of names) {
      const input = toolRows[name].input(own);
      const fields = [...Object.keys(input), 'cursor', 'limit', '__proto__', 'uid', 'override'];
      for (const field of fields)
        for (const value of odd.filter((_, at) => at % EACH_NTH === fields.indexOf(field) % EACH_NTH)) {
          // Each of these would be done.
          if (toolRows[name].isChange && !(field in input)) continue;
          const { isError, body } = await key.call(name, JSON.parse(JSON.stringify({ ...input, [field]: value })));
          calls += 1;
          if (isError && ['internal', 'unavailable'].includes(body.code))
            findings.push(`${name} ${field} ${JSON.stringify(value)}: ${body.code}`);
        }
    }
    await key.close();
    expect(findings).toEqual([]);
    expect(calls).toBeGreaterThan(amount(500, 150));
  }, 600_000);
});
