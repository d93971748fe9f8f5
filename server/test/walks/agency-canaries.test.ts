import { randomText } from '@antiphon/contract/ids';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openDkim } from '../../src/domain/sending-domains/seal-dkim-key.ts';
import { ok } from '../factories/api-factory.ts';
import { makeAgency } from '../factories/client-factory.ts';
import { claimDomain } from '../factories/domain-factory.ts';
import { paymentEnvironment } from '../factories/payer-factory.ts';
import { type Answer, type CallOptions, startTestApi, type TestApi } from '../harness/api.ts';
import { openJourneyDatabases } from '../harness/database.ts';
import { startDnsWorld } from '../harness/dns-world.ts';
import { startPaymentsStandIn } from '../harness/payments-stand-in.ts';
import { startResendStandIn } from '../harness/resend-stand-in.ts';

/** R20 over the settings of an agency: keys of the installation's vendors, the agency's own key and codes, and the key that signs its mails. */

const standIn = await startPaymentsStandIn();
const world = await startDnsWorld();
/** `RESEND_API_KEY` is another: the provider refuses it, with words that name it. */
const resend = await startResendStandIn({ apiKey: 're_the_right_one' });
afterAll(() => Promise.all([standIn.stop(), world.close(), resend.close()]));

const canary = (start: string) => `${start}${randomText(40)}`;
const secretKey = canary('env-');
const events = { platform: canary('whsec_'), connect: canary('whsec_'), accounts: canary('whsec_') };
const settings = {
  ...paymentEnvironment(standIn),
  SECRET_KEY: secretKey,
  STRIPE_SECRET_KEY_NA: canary('sk_test_'),
  STRIPE_PLATFORM_SECRETS_NA: events.platform,
  STRIPE_CONNECT_SECRETS_NA: events.connect,
  STRIPE_ACCOUNTS_SECRETS_NA: events.accounts,
  DNS_SERVERS: world.resolver,
  OUTBOUND_ALLOW_SITES: world.serverPair,
  LOG_LEVEL: 'trace',
};
const withResend = {
  ...settings,
  RESEND_API_KEY: canary('re_'),
  RESEND_BASE_URL: resend.url,
  EMAIL_FROM: 'a@example.com',
};

describe.each(await openJourneyDatabases())('secrets around an agency on $name', async ({ database }) => {
  const [own, asked] = [await startTestApi(database, settings), await startTestApi(database, withResend)];
  afterAll(() => Promise.all([own.stop(), asked.stop()]));
  const secrets = new Map<string, string>([
    [secretKey, 'SECRET_KEY'],
    [settings.STRIPE_SECRET_KEY_NA, 'payment key'],
    [withResend.RESEND_API_KEY, 'mail key'],
    ...Object.entries(events).map(([kind, value]): [string, string] => [value, `secret of ${kind} events`]),
  ]);
  const answers: string[] = [];
  const watch = async (api: TestApi, method: string, path: string, options: CallOptions): Promise<Answer> => {
    const answer = await api.call(method, path, options);
    answers.push(`${method} ${answer.status} ${[...answer.headers].join(' ')} ${answer.text}`);
    return answer;
  };

  beforeAll(async () => {
    for (const api of [own, asked]) await useEverything(api);
    for (const { key } of await storedKeys()) secrets.set(key, 'key that signs mails');
  }, 300_000);

  async function useEverything(api: TestApi) {
    const agency = await makeAgency(api);
    const { uid, caller } = agency.owner;
    const call = (method: string, path: string, body?: object, more: CallOptions = {}) =>
      watch(api, method, path, { caller, ...(body ? { body } : {}), ...more });
    const settingsOf = `/v2/workspaces/${uid}/agency`;
    const { secret } = ok(await agency.asOwner('POST', '/agency/secret'));
    secrets.set(secret, "agency's key");
    const tab = { ID: `tab_${randomText(15)}`, label: 'Offers', href: '/offers', htmlContent: '<h1>Offers</h1>' };
    ok(await call('POST', settingsOf, { name: 'Nordlicht', customTabs: [tab], customCSS: 'nav a { color: red }' }));
    const { url } = ok(await api.call('POST', `${settingsOf}/preview`, { caller, body: { href: '/offers' } }));
    const code = /vo_\w+|(?<=code=)\w+/.exec(url)?.[0] ?? '';
    expect(code.length, url).toBeGreaterThan(20);
    secrets.set(code, 'code of a preview');
    // Given where they do not belong, to what is refused.
    for (const value of [secret, code, secretKey]) {
      const font = `${settingsOf}/font?family=${value}`;
      expect((await call('GET', font)).status).toBe(400);
      expect((await call('POST', settingsOf, { googleFont: value })).status).toBe(400);
      expect((await call('POST', settingsOf, { customTabs: [{ ...tab, href: value }] })).status).toBe(400);
      expect((await call('POST', settingsOf, { mainWebsite: `http://${value}` })).status).toBe(400);
      expect((await claimDomain(api, agency.owner, `${value}_`)).status).toBe(400);
      expect((await call('POST', `/resend/domains/${value}`, { uid })).status).toBe(400);
      expect((await call('POST', '/mail/send-dns-instructions', { uid, to: value })).status).toBe(400);
      expect((await call('POST', '/rpc/uploadFile', { uid, base64Payload: `${value}!` })).status).toBe(400);
      for (const [path, body] of [
        ['/client/admin', { secret: `${value}x` }],
        ['/client/open', { code: `${value}x` }],
      ] as const)
        expect((await watch(api, 'POST', path, { caller: { host: agency.host }, body })).status).toBe(400);
    }
    ok(await claimDomain(api, agency.owner, `portal.${agency.host}`));
    const added = await call('POST', `/resend/domains/${uid.toLowerCase()}.example`, { uid });
    expect(added.status).toBe(api === own ? 200 : 503);
    if (api === own) {
      const path = `/resend/domains/${added.body.data.id}`;
      ok(await call('POST', `${path}/verify`, {}));
      ok(await call('GET', path));
      ok(await call('POST', '/mail/send-dns-instructions', { uid, to: `${uid}@example.com`.toLowerCase() }));
    }
    ok(await call('POST', '/stripe/connect/create-account', { workspace: uid }));
    ok(await call('POST', '/stripe/connect/account-link', { workspace: uid }));
    const body = { id: 'evt_1', object: 'event', type: 'account.updated' };
    await call('POST', '/stripe/events/connect', body, { headers: { 'stripe-signature': `t=1,v1=${events.connect}` } });
    for (const path of [settingsOf, `/v2/workspaces/${uid}/connect`, `/v2/workspaces/${uid}/audit`, '/v2/me'])
      await call('GET', path);
    for (const path of ['/', '/agency.css', '/.well-known/host-check', '/api/openapi.json'])
      await watch(api, 'GET', `/../..${path}`, { caller: { host: agency.host } });
    return agency;
  }

  /** The key of each sending domain, as it is written in a file: without its first and last line. */
  async function storedKeys() {
    const { rows } = (await database.unscoped.execute(
      sql`select domain, workspace_uid as uid, sealed from sending_domains where sealed is not null`,
    )) as unknown as { rows: { domain: string; uid: never; sealed: Uint8Array }[] };
    return rows.map(({ domain, uid, sealed }) => {
      const dkim = openDkim(secretKey, { domain, workspaceUid: uid }, new Uint8Array(sealed));
      return { key: dkim?.privateKey.split('\n')[3] ?? '' };
    });
  }

  async function storedTexts(): Promise<string[]> {
    const { rows } = (await database.unscoped.execute(sql`
      select table_schema as schema, table_name as name from information_schema.tables
      where table_schema in ('public', 'pgboss') and table_type = 'BASE TABLE'`)) as unknown as {
      rows: { schema: string; name: string }[];
    };
    const texts = rows.map(async ({ schema, name }) => {
      const table = sql`${sql.identifier(schema)}.${sql.identifier(name)}`;
      const { rows: found } = (await database.unscoped.execute(
        sql`select coalesce(string_agg(t::text, ' '), '') as text from ${table} t`,
      )) as unknown as { rows: { text: string }[] };
      return `table ${name}: ${found[0]?.text}`;
    });
    return Promise.all(texts);
  }

  const findLeaks = (texts: readonly string[]) =>
    texts.flatMap((text) =>
      [...secrets].filter(([secret]) => text.includes(secret)).map(([, what]) => `${what} in ${text.slice(0, 80)}`),
    );

  test('stand in no answer, log line or table; planted: a key in the name of an agency is found', async () => {
    expect([...secrets.values()].sort()).toEqual([
      ...[
        'SECRET_KEY',
        "agency's key",
        "agency's key",
        'code of a preview',
        'code of a preview',
        'key that signs mails',
      ],
      ...[
        'mail key',
        'payment key',
        'secret of accounts events',
        'secret of connect events',
        'secret of platform events',
      ],
    ]);
    for (const secret of secrets.keys()) expect(secret.length).toBeGreaterThan(20);
    const seen = [...answers, ...own.logLines, ...asked.logLines];
    expect(answers.length).toBeGreaterThan(60);
    expect(asked.logLines.join()).toContain('the email service could not be asked');
    expect(findLeaks([...seen, ...(await storedTexts())])).toEqual([]);
    console.info(`${secrets.size} secrets, ${answers.length} answers, ${seen.length - answers.length} log lines`);
    const [key] = [...secrets].find(([, what]) => what === 'key that signs mails') ?? [];
    await database.unscoped.execute(sql`update agencies set name = ${key}`);
    expect(findLeaks(await storedTexts())).toContainEqual(
      expect.stringContaining('key that signs mails in table agencies'),
    );
  });
});
