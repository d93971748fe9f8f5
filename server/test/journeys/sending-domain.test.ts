import { generateKeyPairSync } from 'node:crypto';
import { promises as dns } from 'node:dns';
import { authenticate } from 'mailauth';
import { afterAll, describe, expect, test } from 'vitest';
import { ok, signUp } from '../factories/api-factory.ts';
import { makeAgency } from '../factories/client-factory.ts';
import { startTestApi, until } from '../harness/api.ts';
import { openJourneyDatabases } from '../harness/database.ts';
import { type DnsWorld, startDnsWorld } from '../harness/dns-world.ts';
import { type ReceivedMail, startSmtpInbox } from '../harness/smtp-inbox.ts';

type Record = { type: 'TXT' | 'MX'; name: string; short: string; value: string; priority?: number; status: string };

const PLATFORM = 'hello@platform.example';

/** As a receiving mail server judges it, by what the name servers have. */
async function judge(world: DnsWorld, mail: ReceivedMail) {
  const resolver = new dns.Resolver();
  resolver.setServers([world.resolver]);
  const { dkim, spf, dmarc } = await authenticate(mail.raw, {
    ip: '127.0.0.1',
    helo: 'localhost',
    mta: 'mx.reader.example',
    sender: mail.sender,
    resolver: (name, type) => resolver.resolve(name, type) as Promise<string[]>,
  });
  const signatures = dkim.results.map(({ signingDomain, status }) => `${signingDomain} ${status.result}`);
  return {
    signatures,
    spf: spf === false ? '' : spf.status.result,
    dmarc: dmarc === false ? '' : dmarc.status.result,
  };
}

describe.each(await openJourneyDatabases())('mails from an agency’s own domain on $name', async ({ database }) => {
  const world = await startDnsWorld();
  let refusesSender = false;
  const inbox = await startSmtpInbox({
    refuseSender: (from) =>
      refusesSender && from.endsWith('.example') && from !== PLATFORM
        ? { code: 553, message: '5.7.1 Sender address rejected' }
        : null,
    refuse: (to) => (to.startsWith('gone') ? { code: 550, message: '5.1.1 No such user' } : null),
  });
  const api = await startTestApi(database, {
    SMTP_URL: inbox.url,
    EMAIL_FROM: `Platform <${PLATFORM}>`,
    SMTP_SPF_INCLUDE: 'spf.platform.example',
    SMTP_RETURN_PATH_HOST: 'bounces.platform.example',
    DNS_SERVERS: world.resolver,
    OUTBOUND_ALLOW_SITES: world.serverPair,
  });
  afterAll(async () => {
    await api.stop();
    await inbox.close();
    await world.close();
  });

  const publish = (records: Record[]) => {
    for (const { type, name, value, priority } of records)
      world.set(name, type, type === 'MX' ? `${priority} ${value}` : value);
  };
  const mailTo = (to: string) =>
    until(
      async () => inbox.mails.find(({ recipients }) => recipients.includes(to)),
      (mail) => mail !== undefined,
    ) as Promise<ReceivedMail>;

  // Planted: signed with another key than the record has -> the receiver's judgement is `fail`.
  test('leave by the platform until it is verified, then from there, signed; refused there, by the platform again', async () => {
    world.addZone('acme.example');
    world.addZone('platform.example');
    world.set('spf.platform.example', 'TXT', 'v=spf1 ip4:127.0.0.1 -all');
    world.set('_dmarc.acme.example', 'TXT', 'v=DMARC1; p=reject');
    const agency = await makeAgency(api, await signUp(api));
    const { caller } = agency.owner;
    ok(await agency.asOwner('POST', '/agency', { name: 'Acme', supportEmail: 'help@acme.example' }));
    const added = ok(await api.call('POST', '/resend/domains/https:%2F%2FAcme.example', { caller, body: {} }));
    const { id, records } = added.data as { id: string; records: Record[] };
    expect(records.map(({ type, name, short }) => `${type} ${name} ${short}`)).toEqual([
      'TXT agency._domainkey.acme.example agency._domainkey',
      'MX send.acme.example send',
      'TXT send.acme.example send',
    ]);
    const invite = async (email: string) => {
      const client = await agency.newClient({ email });
      ok(await agency.asOwner('POST', `/clients/${client.ID}/invite`, {}));
      return mailTo(email);
    };
    const look = async () => ok(await api.call('GET', `/resend/domains/${id}`, { caller })).data;
    const untilStatus = (status: string) => until(look, (data) => data.status === status);

    const before = await invite('before@reader.example');
    expect(before.from?.value).toEqual([{ address: PLATFORM, name: 'Acme' }]);
    expect(before.replyTo).toBeUndefined();

    publish(records);
    ok(await api.call('POST', `/resend/domains/${id}/verify`, { caller, body: {} }));
    const verified = await untilStatus('verified');
    expect(verified.records.map(({ status }: Record) => status)).toEqual(['verified', 'verified', 'verified']);

    const mail = await invite('after@reader.example');
    expect(mail.from?.value).toEqual([{ address: 'no-reply@acme.example', name: 'Acme' }]);
    expect(mail.replyTo?.text).toBe('help@acme.example');
    expect(mail.sender).toBe('bounces@send.acme.example');
    expect(await judge(world, mail)).toEqual({ signatures: ['acme.example pass'], spf: 'pass', dmarc: 'pass' });
    // The signature alone is enough, where bounces go is another matter.
    world.set('send.acme.example', 'TXT', 'v=spf1 -all');
    expect(await judge(world, mail)).toEqual({ signatures: ['acme.example pass'], spf: 'fail', dmarc: 'pass' });
    const other = generateKeyPairSync('rsa', { modulusLength: 2_048 }).publicKey.export({
      type: 'spki',
      format: 'der',
    });
    world.set('agency._domainkey.acme.example', 'TXT', `v=DKIM1; k=rsa; p=${other.toString('base64')}`);
    expect(await judge(world, mail)).toEqual({ signatures: ['acme.example fail'], spf: 'fail', dmarc: 'fail' });
    publish(records);

    refusesSender = true;
    const refused = await invite('refused@reader.example');
    expect(refused.from?.value).toEqual([{ address: PLATFORM, name: 'Acme' }]);
    expect(await untilStatus('temporary_failure')).toMatchObject({ status: 'temporary_failure' });
    refusesSender = false;
    const count = inbox.mails.length;
    expect((await invite('still@reader.example')).from?.value[0]?.address).toBe(PLATFORM);
    expect(inbox.mails).toHaveLength(count + 1);
    ok(await api.call('POST', `/resend/domains/${id}/verify`, { caller, body: {} }));
    await untilStatus('verified');
    expect((await invite('again@reader.example')).from?.value[0]?.address).toBe('no-reply@acme.example');

    // A mailbox that is not there is no fault of the sender's.
    const gone = await agency.newClient({ email: 'gone@reader.example' });
    ok(await agency.asOwner('POST', `/clients/${gone.ID}/invite`, {}));
    await invite('last@reader.example');
    expect((await look()).status).toBe('verified');

    ok(await api.call('DELETE', `/resend/domains/${id}`, { caller }));
    expect((await invite('removed@reader.example')).from?.value[0]?.address).toBe(PLATFORM);
  }, 300_000);
});
