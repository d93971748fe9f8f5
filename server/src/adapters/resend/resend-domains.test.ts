import { afterAll, describe, expect, test } from 'vitest';
import { startResendStandIn } from '../../../test/harness/resend-stand-in.ts';
import { makeResendDomains, toFullName } from './resend-domains.ts';

const apiKey = 're_canary_0123456789';
const resend = await startResendStandIn({ apiKey, perSecond: 1_000 });
afterAll(() => resend.close());
const domains = makeResendDomains({ apiKey, baseUrl: resend.url });
const since = () => new Date();
const seen = { found: [] as string[], why: null, zone: 'example.com', short: '' };
const found = { ...seen, state: 'right', ttl: 'Auto' } as const;

describe('a domain at Resend', () => {
  test.each([
    ['na', 'us-east-1'],
    ['eu', 'eu-west-1'],
  ] as const)('of a tenant in %s is made in %s, nothing in its mails is tracked', async (region, place) => {
    await domains.add({ domain: `${region}.example.com`, region, since: since() });
    expect(resend.requests.at(-1)).toMatchObject({
      method: 'POST',
      path: '/domains',
      body: { name: `${region}.example.com`, region: place, open_tracking: false, click_tracking: false },
    });
  });

  test('its records have full names and bare values; those of tracking are none of ours', async () => {
    const { records } = await domains.add({ domain: 'mail.example.org', region: 'na', since: since() });
    expect(records).toEqual([
      {
        record: 'SPF',
        type: 'MX',
        name: 'send.mail.example.org',
        value: 'feedback-smtp.us-east-1.amazonses.com',
        priority: 10,
        status: 'not_started',
      },
      {
        record: 'SPF',
        type: 'TXT',
        name: 'send.mail.example.org',
        value: 'v=spf1 include:amazonses.com ~all',
        status: 'not_started',
      },
      {
        record: 'DKIM',
        type: 'CNAME',
        name: expect.stringMatching(/^[0-9a-f]{32}\._domainkey\.mail\.example\.org$/),
        value: expect.stringMatching(/\.dkim\.amazonses\.com$/),
        status: 'not_started',
      },
    ]);
  });

  test('an answer that was lost is asked for again, and there is one domain', async () => {
    const asked = { domain: 'lost.example.net', region: 'na', since: since() } as const;
    resend.breakAfter();
    await expect(domains.add(asked)).rejects.toMatchObject({ kind: 'unreachable' });
    const { providerId } = await domains.add(asked);
    expect(resend.domains().filter(({ name }) => name === asked.domain)).toMatchObject([{ id: providerId }]);
  });

  test('what somebody has there already is given to nobody, least of all when it is verified', async () => {
    const asked = { domain: 'held.example.net', region: 'na' } as const;
    await domains.add({ ...asked, since: since() });
    const later = new Date(Date.now() + 3_600_000);
    await expect(domains.add({ ...asked, since: later })).rejects.toMatchObject({ kind: 'forbidden' });
    resend.find(asked.domain, { status: 'verified', records: 'verified' });
    await expect(domains.add({ ...asked, since: since() })).rejects.toMatchObject({ kind: 'forbidden' });
  });

  test('each record is judged for itself, whatever the domain is called', async () => {
    const { providerId, records } = await domains.add({ domain: 'part.example.net', region: 'na', since: since() });
    const ours = records.map((record) => ({ ...record, ...found }));
    await domains.verify(providerId);
    resend.find('part.example.net', { status: 'partially_verified', records: 'verified', of: 'DKIM' });
    expect(await domains.judge(providerId, ours)).toEqual({
      statuses: ['pending', 'pending', 'verified'],
      hasFailed: false,
    });
    resend.find('part.example.net', { status: 'partially_verified', records: 'verified' });
    expect((await domains.judge(providerId, ours)).statuses).toEqual(['verified', 'verified', 'verified']);
    resend.find('part.example.net', { status: 'failed', records: 'failed' });
    expect(await domains.judge(providerId, ours)).toEqual({
      statuses: ['failure', 'failure', 'failure'],
      hasFailed: true,
    });
  });

  test('one that is gone is not found, and a wrong key says no more than that', async () => {
    const { providerId } = await domains.add({ domain: 'gone.example.net', region: 'na', since: since() });
    await domains.remove(providerId);
    await expect(domains.judge(providerId, [])).rejects.toMatchObject({ kind: 'not_found' });
    await expect(domains.remove(providerId)).rejects.toMatchObject({ kind: 'not_found' });
    const stranger = makeResendDomains({ apiKey: 're_other_0123456789', baseUrl: resend.url });
    const refused = await stranger.verify(providerId).catch((error: unknown) => error as Error);
    expect(refused).toMatchObject({ kind: 'unauthorized' });
    expect(String(refused)).not.toContain('re_other');
  });

  test('more than a page of domains is read to its end', async () => {
    for (let at = 0; at < 105; at++) await domains.add({ domain: `d${at}.example.net`, region: 'na', since: since() });
    resend.breakAfter();
    const asked = { domain: 'last.example.net', region: 'na', since: since() } as const;
    await expect(domains.add(asked)).rejects.toMatchObject({ kind: 'unreachable' });
    expect((await domains.add(asked)).records).toHaveLength(3);
  });
});

test.each([
  ['send', 'example.com', 'send.example.com'],
  ['send.mail', 'mail.example.com', 'send.mail.example.com'],
  ['send', 'mail.example.com', 'send.mail.example.com'],
  ['send.send', 'send.example.com', 'send.send.example.com'],
  ['send', 'send.example.com', 'send.send.example.com'],
  ['a._domainkey.eu.mail', 'eu.mail.example.co.uk', 'a._domainkey.eu.mail.example.co.uk'],
  ['a._domainkey.example.com', 'example.com', 'a._domainkey.example.com'],
  ['A._domainkey.Example.com.', 'example.com', 'a._domainkey.example.com'],
  ['@', 'example.com', 'example.com'],
])('the name %s of %s is %s', (given, domain, full) => {
  expect(toFullName(given, domain)).toBe(full);
});
