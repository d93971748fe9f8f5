import { sql } from 'drizzle-orm';
import { afterAll, describe, expect, test } from 'vitest';
import { makeScope } from '../../src/db/make-scope.ts';
import { sendReminders } from '../../src/domain/dns-reminders/send-reminders.ts';
import { EMAIL_LIMITS } from '../../src/domain/email/email.rules.ts';
import { type Owner, ok, signUp } from '../factories/api-factory.ts';
import { startTestApi, type TestApi, testSecretKey, until } from '../harness/api.ts';
import { openJourneyDatabases, testSystemScope } from '../harness/database.ts';
import { startDnsWorld } from '../harness/dns-world.ts';
import { startResendStandIn } from '../harness/resend-stand-in.ts';

const HOUR = 3_600_000;
const apiKey = 're_0123456789';
const world = await startDnsWorld();
const resend = await startResendStandIn({ apiKey, perSecond: 100 });
afterAll(async () => {
  await resend.close();
  await world.close();
});

describe.each(await openJourneyDatabases())('a sending domain on $name', async ({ database }) => {
  const environment = { DNS_SERVERS: world.resolver, OUTBOUND_ALLOW_SITES: world.serverPair };
  const withResend = {
    ...environment,
    RESEND_API_KEY: apiKey,
    RESEND_BASE_URL: resend.url,
    EMAIL_FROM: 'hello@platform.example',
  };
  const [api, beside] = [await startTestApi(database, withResend), await startTestApi(database, withResend)];
  afterAll(() => Promise.all([api.stop(), beside.stop()]));

  let count = 0;
  const newName = () => {
    const name = `d${count++}.acme.example`;
    world.addZone(name);
    return name;
  };
  const makeAgency = async (name = 'Acme') => {
    const owner = await signUp(api);
    ok(await api.call('POST', '/rpc/activateWhitelabelTrial', { caller: owner.caller, body: { uid: owner.uid } }));
    ok(await api.call('POST', `/v2/workspaces/${owner.uid}/agency`, { caller: owner.caller, body: { name } }));
    return owner;
  };
  const add = (owner: Owner, domain: string) =>
    api.call('POST', `/resend/domains/${encodeURIComponent(domain)}`, { caller: owner.caller, body: {} });
  const made = async (domain = newName()) => {
    const owner = await makeAgency();
    return { owner, domain, id: ok(await add(owner, domain)).data.id as string };
  };
  const look = async ({ owner, id }: { owner: Owner; id: string }) =>
    ok(await api.call('GET', `/resend/domains/${id}`, { caller: owner.caller })).data;
  const verify = ({ owner, id }: { owner: Owner; id: string }) =>
    api.call('POST', `/resend/domains/${id}/verify`, { caller: owner.caller, body: {} });
  const becomes = (one: { owner: Owner; id: string }, status: string) =>
    until(
      () => look(one),
      (data) => data.status === status,
    );
  /** What left, as the provider was given it. */
  const mailTo = async (to: string, words: string) =>
    (await until(
      async () => resend.mails.find((mail) => String(mail.to) === to && String(mail.subject).includes(words)),
      Boolean,
    )) as Record<string, string>;
  /** As if so much time had passed. */
  const pass = (id: string, ms: number) =>
    database.unscoped.execute(
      sql`update sending_domains set status_since = status_since - ${ms}::int * interval '1 millisecond', next_check_at = now() where id = ${id}`,
    );
  /** The next look has been taken. */
  const looked = async (one: { owner: Owner; id: string }) => {
    const before = (await look(one)).checkedAt;
    await pass(one.id, 0);
    return until(
      () => look(one),
      ({ checkedAt }) => checkedAt !== before,
    );
  };

  test('is added once, also of ten agencies at once; the others are told so, and the provider is asked once', async () => {
    const owners = await Promise.all(Array.from({ length: 10 }, () => makeAgency()));
    const domain = newName();
    const answers = await Promise.all(owners.map((owner) => add(owner, domain)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(409)]);
    for (const { body } of answers.filter(({ status }) => status === 409))
      expect(body.message).toBe('This domain is already added');
    const asked = resend.requests.filter(({ body }) => (body as { name?: string }).name === domain);
    expect(asked).toHaveLength(1);
    const winner = owners[answers.findIndex(({ status }) => status === 200)] as Owner;
    expect((await add(winner, newName())).body.message).toBe('This domain is already added');
    expect((await add(await makeAgency(), 'nodots')).body.message).toBe('Please enter a domain, such as example.com.');
    expect((await add(await makeAgency(), '*.acme.example')).body.message).toMatch(/^A wildcard is no domain\. /);
    const { agency } = ok(await api.call('GET', `/v2/workspaces/${winner.uid}/agency`, { caller: winner.caller }));
    expect(agency).toMatchObject({ resendEmailDomain: domain, resendEmailDomainStatus: 'not_started' });
    expect(JSON.parse(agency.resendEmailDomainRecords_JSON_STRING)).toHaveLength(3);
  });

  test('waits for whoever does not answer, and is made there once', async () => {
    const owner = await makeAgency();
    const domain = newName();
    resend.breakAfter();
    const { data } = ok(await add(owner, domain));
    expect(data).toMatchObject({ domain, status: 'not_started', records: [] });
    await pass(data.id, 0);
    const found = await until(
      () => look({ owner, id: data.id }),
      ({ records }) => records.length > 0,
    );
    expect(found.records).toHaveLength(3);
    expect(resend.domains().filter(({ name }) => name === domain)).toHaveLength(1);
  });

  test('is verified when each record is, whatever the provider calls the whole', async () => {
    const one = await made();
    expect(ok(await verify(one)).data.status).toBe('pending');
    resend.find(one.domain, { status: 'partially_verified', records: 'verified', of: 'DKIM' });
    expect((await looked(one)).status).toBe('pending');
    resend.find(one.domain, { status: 'partially_verified', records: 'verified' });
    await pass(one.id, 0);
    await becomes(one, 'verified');
    // Gone, and back: it is used again.
    resend.find(one.domain, { status: 'verified', records: 'temporary_failure', of: 'SPF' });
    await pass(one.id, 0);
    await becomes(one, 'temporary_failure');
    resend.find(one.domain, { status: 'verified', records: 'verified' });
    await pass(one.id, 0);
    await becomes(one, 'verified');
    // Gone for 72 hours: given up, until somebody asks.
    resend.find(one.domain, { status: 'verified', records: 'pending', of: 'DKIM' });
    await pass(one.id, 0);
    await becomes(one, 'temporary_failure');
    await pass(one.id, 71 * HOUR);
    expect((await looked(one)).status).toBe('temporary_failure');
    await pass(one.id, HOUR);
    await becomes(one, 'failure');
    expect(ok(await verify(one)).data.status).toBe('pending');
  }, 300_000);

  test('is given up where the provider gives up, and made anew there where it was forgotten', async () => {
    const one = await made();
    ok(await verify(one));
    resend.find(one.domain, { status: 'failed', records: 'failed' });
    await pass(one.id, 0);
    expect((await becomes(one, 'failure')).records[0].status).toBe('failure');
    ok(await verify(one));
    resend.forget(one.domain);
    await pass(one.id, 0);
    await becomes(one, 'failure');
    expect(ok(await verify(one)).data.status).toBe('pending');
    expect(resend.domains().filter(({ name }) => name === one.domain)).toHaveLength(1);
  }, 300_000);

  test('whoever set up everything need not press Verify; each record says what was found', async () => {
    const one = await made();
    const { records } = await look(one);
    const [mx, spf, key] = records;
    world.set(mx.name, 'MX', `10 ${mx.value}`);
    world.set(spf.name, 'TXT', 'v=spf1 -all', spf.value);
    expect((await looked(one)).records).toMatchObject([
      { state: 'right', why: null },
      { state: 'wrong', found: ['v=spf1 -all', spf.value], why: { code: 'two_spf' } },
      { state: 'missing', found: [], why: { code: 'not_found' } },
    ]);
    world.set(spf.name, 'TXT', spf.value);
    world.set(key.name, 'CNAME', key.value);
    await pass(one.id, 0);
    await becomes(one, 'pending');
    const provided = resend.domains().find(({ name }) => name === one.domain);
    expect(resend.requests.map(({ path }) => path)).toContain(`/domains/${provided?.id}/verify`);
  }, 300_000);

  test('is looked at by one of two processes at a time', async () => {
    const all = await Promise.all([made(), made(), made()]);
    await Promise.all(all.map(verify));
    const before = resend.requests.length;
    await Promise.all(all.map(({ id }) => pass(id, 0)));
    await Promise.all(all.map(looked));
    const gets = resend.requests.slice(before).filter(({ method }) => method === 'GET');
    // Each was due twice at the most: at `verify`, or by the hand of this test, twice.
    const times = Map.groupBy(gets, ({ path }) => path);
    for (const [path, of] of times) {
      expect(of.length, path).toBeLessThanOrEqual(3);
      for (const [at, { at: when }] of of.entries())
        if (at > 0) expect(when - (of[at - 1]?.at ?? 0), path).toBeGreaterThan(300);
    }
  }, 300_000);

  test('is removed at the provider first; where that does not answer it stays', async () => {
    const one = await made();
    const remove = () => api.call('DELETE', `/resend/domains/${one.id}`, { caller: one.owner.caller });
    resend.breakAfter();
    expect((await remove()).status).toBe(503);
    expect((await look(one)).domain).toBe(one.domain);
    const stranger = await makeAgency();
    const theirs = `/resend/domains/${one.id}`;
    expect((await api.call('DELETE', theirs, { caller: stranger.caller })).status).toBe(404);
    ok(await remove());
    expect((await remove()).status).toBe(404);
    expect(resend.domains().some(({ name }) => name === one.domain)).toBe(false);
    const path = `/v2/workspaces/${one.owner.uid}/agency`;
    const { agency } = ok(await api.call('GET', path, { caller: one.owner.caller }));
    expect(agency).toMatchObject({
      resendEmailDomain: '',
      resendEmailDomainId: '',
      resendEmailDomainStatus: 'not_started',
      resendEmailDomainRecords_JSON_STRING: '',
    });
    ok(await add(await makeAgency(), one.domain));
  });

  test('its instructions are the server’s own words, three a day to one address, twenty of a workspace', async () => {
    const { owner, domain, id } = await made();
    const { records } = await look({ owner, id });
    const send = (to: string, more = {}) =>
      api.call('POST', '/mail/send-dns-instructions', { caller: owner.caller, body: { to, ...more } });
    for (const to of ['nobody', 'a@b', 'a@example.com\r\nBcc: b@example.com'])
      expect((await send(to)).body).toMatchObject({ message: 'Please enter a valid recipient email' });
    const forged = { subject: 'You won', htmlContent: '<b>Click</b>', fromDisplayName: 'Your bank' };
    const answers = await Promise.all(Array.from({ length: 8 }, () => send('dns@keeper.example.com', forged)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, ...Array(5).fill(429)]);
    expect(answers.find(({ status }) => status === 200)?.body.message).toBe('DNS instructions sent successfully!');
    const mail = await mailTo('dns@keeper.example.com', domain);
    expect(mail).toMatchObject({ from: '"Acme" <hello@platform.example>', subject: `DNS records for ${domain}` });
    expect(JSON.stringify(mail)).not.toMatch(/You won|Click|Your bank/);
    for (const { name, value } of records as { name: string; value: string }[])
      for (const part of [name, value]) {
        expect(mail.text).toContain(part);
        expect(mail.html).toContain(part);
      }
    const { max } = EMAIL_LIMITS.instructionsPerWorkspace;
    const more = await Promise.all(Array.from({ length: max }, (_, at) => send(`dns${at}@keeper.example.com`)));
    expect(more.filter(({ status }) => status === 200)).toHaveLength(max - 3);
  });

  test('its claimer is reminded after 24 and after 72 hours of what is missing, unless they want no more', async () => {
    const [one, other] = [await made(), await made()];
    await Promise.all([looked(one), looked(other)]);
    expect((await look(one)).remindedEmail).toBe(one.owner.email);
    const deps = { database, systemScope: testSystemScope, secretKey: testSecretKey, publicUrl: 'https://app.example' };
    const remindAt = (hours: number) => sendReminders(deps, makeScope, new Date(Date.now() + hours * HOUR));
    const mails = async ({ owner }: { owner: Owner }) => (await remindersOf(api, owner)).length;
    await remindAt(23.9);
    expect([await mails(one), await mails(other)]).toEqual([0, 0]);
    await Promise.all([remindAt(24.1), remindAt(24.1)]);
    expect([await mails(one), await mails(other)]).toEqual([1, 1]);
    const { text } = await mailTo(one.owner.email, one.domain);
    const page = `https://app.example/app/na/agency?activeTabIndex=2&workspace=${one.owner.uid}`;
    expect(text).toContain(`Do not remind me:\n${page}&stopReminder=true`);
    for (const { value } of (await look(one)).records) expect(text).toContain(value);
    const stop = () => api.call('DELETE', `/resend/domains/${other.id}/reminder`, { caller: other.owner.caller });
    ok(await stop());
    ok(await stop());
    expect((await look(other)).remindedEmail).toBe('');
    await remindAt(72.1);
    await remindAt(200);
    expect([await mails(one), await mails(other)]).toEqual([2, 1]);
    expect(await auditOf(api, other.owner)).toEqual(['agency.add_sending_domain', 'agency.stop_dns_reminder']);
  }, 300_000);

  test('nobody is reminded of a domain that is verified or was removed', async () => {
    const [one, other] = [await made(), await made()];
    ok(await verify(one));
    resend.find(one.domain, { status: 'verified', records: 'verified' });
    await pass(one.id, 0);
    expect((await becomes(one, 'verified')).remindedEmail).toBe('');
    ok(await api.call('DELETE', `/resend/domains/${other.id}`, { caller: other.owner.caller }));
    const { rows } = (await database.unscoped.execute(
      sql`select domain from dns_reminders where domain in (${one.domain}, ${other.domain})`,
    )) as unknown as { rows: unknown[] };
    expect(rows).toEqual([]);
  }, 300_000);
});

describe.each(await openJourneyDatabases())('a sending domain of our own key on $name', async ({ database }) => {
  const api = await startTestApi(database, { DNS_SERVERS: world.resolver, OUTBOUND_ALLOW_SITES: world.serverPair });
  afterAll(() => api.stop());

  test('stays as it is while nobody can be asked, for however long; its key is told to nobody', async () => {
    const owner = await signUp(api);
    ok(await api.call('POST', '/rpc/activateWhitelabelTrial', { caller: owner.caller, body: { uid: owner.uid } }));
    world.addZone('own.example');
    const { data } = ok(await api.call('POST', '/resend/domains/own.example', { caller: owner.caller, body: {} }));
    const look = async () => ok(await api.call('GET', `/resend/domains/${data.id}`, { caller: owner.caller })).data;
    expect(data.records).toHaveLength(1);
    world.set(data.records[0].name, 'TXT', data.records[0].value);
    ok(await api.call('POST', `/resend/domains/${data.id}/verify`, { caller: owner.caller, body: {} }));
    await until(look, ({ status }) => status === 'verified');
    const looked = async (how: 'down' | 'up') => {
      if (how === 'down') world.fail('resolver', '', 'SERVFAIL');
      else world.mend();
      const before = (await look()).checkedAt;
      await database.unscoped.execute(
        sql`update sending_domains set status_since = status_since - interval '100 hours', next_check_at = now() where id = ${data.id}`,
      );
      return until(look, ({ checkedAt }) => checkedAt !== before);
    };
    expect(await looked('down')).toMatchObject({ status: 'verified', records: [{ state: 'unknown' }] });
    world.set(data.records[0].name, 'TXT', 'v=DKIM1; k=rsa; p=MIIBother');
    expect(await looked('up')).toMatchObject({
      status: 'temporary_failure',
      records: [{ why: { code: 'other_key' } }],
    });
    expect(await looked('down')).toMatchObject({ status: 'temporary_failure' });
    expect(await looked('up')).toMatchObject({ status: 'failure' });
    const row = JSON.stringify(
      await database.unscoped.execute(sql`select encode(sealed, 'escape') from sending_domains`),
    );
    expect(row).not.toContain('PRIVATE KEY');
  }, 300_000);
});

async function remindersOf(api: TestApi, owner: Owner) {
  const { rows } = (await api.database.unscoped.execute(
    sql`select id from emails where to_address = ${owner.email} and template = 'dns_reminder'`,
  )) as unknown as { rows: unknown[] };
  return rows;
}

async function auditOf(api: TestApi, owner: Owner) {
  const { rows } = (await api.database.unscoped.execute(
    sql`select action from audit_entries where workspace_uid = ${owner.uid} and (action like '%domain%' or action like '%dns%') order by position`,
  )) as unknown as { rows: { action: string }[] };
  return rows.map(({ action }) => action);
}
