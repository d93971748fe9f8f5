import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { RECORD_WHYS } from '@antiphon/contract/dns-records';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { startDnsWorld } from '../../../test/harness/dns-world.ts';
import { checkCaa } from './check-caa.ts';
import { checkRecords } from './check-records.ts';
import type { DnsLook, WantedRecord } from './dns.ports.ts';

const world = await startDnsWorld();
afterAll(() => world.close());

const HOST = 'portal.acme.example';
const CHECK = `_domain-check.${HOST}`;
const EDGE = 'edge.example';
const OURS = ['203.0.113.7', '2001:db8::7'];
const proof: WantedRecord = { type: 'TXT', name: CHECK, value: 'agency=abc123' };
const alias: WantedRecord = { type: 'CNAME', name: HOST, value: EDGE, addresses: OURS };

beforeEach(() => {
  world.reset();
  world.addZone('acme.example');
  world.addZone('edge.example');
  world.set(EDGE, 'A', OURS[0] ?? '');
});

const check = async (wanted: WantedRecord, look: DnsLook = world.look) => {
  const [record] = await checkRecords(look, [wanted]);
  if (!record) throw new Error('no record');
  return record;
};
/** State, and code of the reason. */
const told = async (wanted: WantedRecord, look?: DnsLook) => {
  const { state, why } = await check(wanted, look);
  return [state, why?.code ?? null];
};

describe('records that are right', () => {
  it('whatever quotes, dots and capitals they were typed with', async () => {
    for (const value of ['agency=abc123', '"agency=abc123"', 'Agency=ABC123', ' agency=abc123 ']) {
      world.set(CHECK, 'TXT', 'google-site-verification=1', value);
      expect(await told(proof), value).toEqual(['right', null]);
    }
    world.set(HOST, 'CNAME', 'EDGE.example.');
    expect(await told({ ...alias, name: `${HOST.toUpperCase()}.` })).toEqual(['right', null]);
    world.set('send.acme.example', 'MX', '10 Feedback.mail.example.');
    const exchange = { type: 'MX', name: 'send.acme.example', value: 'feedback.mail.example' } as const;
    expect(await told({ ...exchange, priority: 10 })).toEqual(['right', null]);
    expect(await told({ ...exchange, priority: 20 })).toEqual(['wrong', 'other_value']);
  });

  it('in long texts, whose case is a part of the key', async () => {
    const key = `MIIB${'aB3/'.repeat(120)}`;
    const name = 'mail._domainkey.acme.example';
    world.set(name, 'TXT', `v=DKIM1;k=rsa;p=${key};`);
    const wanted: WantedRecord = { type: 'TXT', name, value: `v=DKIM1; k=rsa; p=${key}` };
    expect(await told(wanted)).toEqual(['right', null]);
    world.set(name, 'TXT', `"v=DKIM1\\; k=rsa\\; p=${key.slice(0, 200)}" "${key.slice(200)}"`);
    expect(await told(wanted)).toEqual(['right', null]);
    world.set(name, 'TXT', `v=DKIM1; k=rsa; p=${key.toLowerCase()}`);
    expect(await told(wanted)).toEqual(['wrong', 'other_key']);
  });

  it('as addresses, where a name cannot have an alias', async () => {
    world.set(HOST, 'A', '203.0.113.7');
    world.set(HOST, 'AAAA', '2001:db8:0::7');
    expect(await check(alias)).toMatchObject({ state: 'right', why: null, found: ['203.0.113.7', '2001:db8::7'] });
    const address: WantedRecord = { type: 'A', name: HOST, value: '203.0.113.7' };
    expect(await told(address)).toEqual(['wrong', 'ipv6_elsewhere']);
    const both = await checkRecords(world.look, [address, { type: 'AAAA', name: HOST, value: '2001:db8::7' }]);
    expect(both.map(({ state }) => state)).toEqual(['right', 'right']);
  });

  it('with the name as it is typed at the provider', async () => {
    world.addZone('shops.acme.example');
    const parts = async (name: string) => {
      const { zone, short } = await check({ ...proof, name });
      return { zone, short };
    };
    expect(await parts(CHECK)).toEqual({ zone: 'acme.example', short: '_domain-check.portal' });
    expect(await parts('_domain-check.shops.acme.example')).toEqual({
      zone: 'shops.acme.example',
      short: '_domain-check',
    });
    expect(await parts('shops.acme.example')).toEqual({ zone: 'shops.acme.example', short: '@' });
    expect(await parts('nobody.has.registered.example')).toEqual({ zone: '', short: 'nobody.has.registered.example' });
  });

  it('at an alias that leads to a zone of its own', async () => {
    world.addZone('target.example');
    world.set(HOST, 'CNAME', 'target.example');
    expect(await check(alias)).toMatchObject({ zone: 'acme.example', state: 'wrong', found: ['target.example'] });
  });
});

describe('why a record is not enough', () => {
  it('the provider added the zone', async () => {
    world.set(`${CHECK}.acme.example`, 'TXT', 'agency=abc123');
    expect(await check(proof)).toMatchObject({
      state: 'missing',
      why: { code: 'zone_added', params: { zone: 'acme.example', short: '_domain-check.portal' } },
    });
    world.set(`${HOST}.acme.example`, 'CNAME', EDGE);
    expect(await told(alias)).toEqual(['missing', 'zone_added']);
  });

  it('the text stands at the host itself', async () => {
    world.set(HOST, 'TXT', 'agency=abc123');
    expect(await check(proof)).toMatchObject({
      state: 'missing',
      why: { code: 'belongs_at', params: { name: CHECK } },
    });
  });

  it('Cloudflare stands before it', async () => {
    world.addZone('acme.example', ['ada.ns.cloudflare.com', 'bob.ns.cloudflare.com']);
    world.set(HOST, 'A', '198.51.100.1');
    world.set(HOST, 'AAAA', '2001:db8:ffff::1');
    expect(await told(alias)).toEqual(['wrong', 'cloudflare_proxy']);
  });

  it('IPv6 leads elsewhere', async () => {
    world.set(HOST, 'A', '203.0.113.7');
    world.set(HOST, 'AAAA', '2001:db8:ffff::1');
    expect(await check(alias)).toMatchObject({
      state: 'wrong',
      why: { code: 'ipv6_elsewhere', params: { address: '2001:db8:ffff::1' } },
    });
  });

  // Planted: the resolver alone is asked -> missing, caught here.
  it('others see the old answer, which does not make it less right', async () => {
    world.set(CHECK, 'TXT', 'agency=abc123');
    world.remember(CHECK, 'TXT');
    expect(await told(proof)).toEqual(['right', 'not_seen_yet']);
    world.set(HOST, 'CNAME', EDGE);
    world.remember(HOST, 'CNAME', 'old.example');
    expect(await told(alias)).toEqual(['right', 'not_seen_yet']);
    // The other way round: removed at the zone, remembered by others.
    world.remember(CHECK, 'TXT', 'agency=abc123');
    world.set(CHECK, 'TXT');
    expect(await told(proof)).toEqual(['missing', 'not_found']);
  });

  it('another value, or nothing', async () => {
    expect(await check(proof)).toMatchObject({ state: 'missing', found: [], why: { code: 'not_found' } });
    expect(await told(alias)).toEqual(['missing', 'not_found']);
    world.set(CHECK, 'TXT', 'abc123');
    expect(await check(proof)).toMatchObject({ state: 'wrong', found: ['abc123'], why: { code: 'other_value' } });
    world.set(HOST, 'CNAME', 'elsewhere.example');
    expect(await told(alias)).toEqual(['wrong', 'other_value']);
    world.set(HOST, 'CNAME');
    world.set(HOST, 'A', '198.51.100.1');
    expect(await told(alias)).toEqual(['wrong', 'other_value']);
  });

  // Planted: a record counts as right where its value is among those found -> ['right', null], caught in each.
  it('two rules for senders at one name', async () => {
    const name = 'send.acme.example';
    const spf: WantedRecord = { type: 'TXT', name, value: 'v=spf1 include:spf.mail.example ~all' };
    world.set(name, 'TXT', 'v=spf1 include:other.example -all', spf.value, 'v=spf10');
    expect(await told(spf)).toEqual(['wrong', 'two_spf']);
    world.set(name, 'TXT', spf.value, 'google-site-verification=1');
    expect(await told(spf)).toEqual(['right', null]);
    world.set(name, 'TXT', 'v=spf1 -all');
    expect(await told(spf)).toEqual(['wrong', 'other_value']);
  });

  it('a second server that takes mail', async () => {
    const name = 'send.acme.example';
    const mx: WantedRecord = { type: 'MX', name, value: 'bounces.mail.example', priority: 10 };
    world.set(name, 'MX', '10 bounces.mail.example', '20 mx.other.example');
    expect(await check(mx)).toMatchObject({ state: 'wrong', why: { code: 'two_mx', params: { name } } });
    world.set(name, 'MX', '10 bounces.mail.example');
    expect(await told(mx)).toEqual(['right', null]);
  });

  it('another key', async () => {
    const name = 'agency._domainkey.acme.example';
    const key: WantedRecord = { type: 'TXT', name, value: 'v=DKIM1; k=rsa; p=MIIBours' };
    for (const stands of [['v=DKIM1; k=rsa; p=MIIBold'], ['"p=MIIBold"', key.value], ['v=DKIM1; p=']]) {
      world.set(name, 'TXT', ...stands);
      expect(await told(key), stands.join()).toEqual(['wrong', 'other_key']);
    }
    world.set(name, 'TXT', 'something else');
    expect(await told(key)).toEqual(['wrong', 'other_value']);
  });

  it('each has its sentence', () => {
    const texts = join(import.meta.dirname, '../../../../web/src/texts/en/dns-records.json');
    expect(Object.keys(JSON.parse(readFileSync(texts, 'utf8')).why)).toEqual([...RECORD_WHYS]);
  });
});

describe('where nobody answers, nothing is said of a record', () => {
  beforeEach(() => {
    world.set(CHECK, 'TXT', 'agency=abc123');
  });

  // Planted: a timeout counts as "not found" -> missing, caught here.
  it('the resolver', async () => {
    for (const how of ['silent', 'SERVFAIL', 'REFUSED'] as const) {
      world.mend();
      world.fail('resolver', '', how);
      expect(await check(proof), how).toMatchObject({ state: 'unknown', why: null });
    }
  }, 300_000);

  it('the zone: its servers are named', async () => {
    const why = { code: 'no_answer', params: { zone: 'acme.example' } };
    world.fail('resolver', 'acme.example', 'SERVFAIL');
    expect(await check(proof)).toMatchObject({ state: 'unknown', zone: 'acme.example', why });
    world.mend();
    world.set(CHECK, 'TXT', 'something else');
    for (const how of ['silent', 'SERVFAIL', 'REFUSED'] as const) {
      world.mend();
      world.fail('zone', '', how);
      expect(await check(proof), how).toMatchObject({ state: 'unknown', why });
    }
  }, 300_000);

  it('signatures that do not hold: the zone has it, and no resolver tells it', async () => {
    world.fail('resolver', CHECK, 'SERVFAIL');
    expect(await told(proof)).toEqual(['unknown', 'no_answer']);
  });

  it('what the resolver has is there, also where no zone can be asked', async () => {
    world.fail('zone', '', 'REFUSED');
    expect(await told(proof)).toEqual(['right', null]);
  });

  it('no server inside is asked, whatever a zone names', async () => {
    world.addZone('acme.example', ['ns1.acme.example'], '127.0.0.1');
    world.set(CHECK, 'TXT', 'other');
    const before = world.asked.length;
    expect(await told(proof)).toEqual(['unknown', 'no_answer']);
    expect(world.asked.slice(before).filter(({ side }) => side === 'zone')).toEqual([]);
  });
});

describe('whether an authority may give us a certificate', () => {
  const ours = [{ domain: 'letsencrypt.org', accountUri: 'https://ca.example/acct/1' }];
  const caa = async () => {
    const { state, why } = await checkCaa(world.look, HOST, ours);
    return why ? [state, why.code, why.params] : [state];
  };

  it('everybody may where nothing is said', async () => {
    expect(await caa()).toEqual(['right']);
    world.set('acme.example', 'CAA', '0 iodef mailto:security@acme.example', '0 issuewild ;');
    expect(await caa()).toEqual(['right']);
  });

  it('the nearest name decides', async () => {
    world.set('acme.example', 'CAA', '0 issue other-ca.example');
    const params = { name: 'acme.example', issuers: 'other-ca.example', issuer: 'letsencrypt.org' };
    expect(await caa()).toEqual(['wrong', 'caa', params]);
    world.set('acme.example', 'CAA', '0 issue other-ca.example', '0 issue LetsEncrypt.org');
    expect(await caa()).toEqual(['right']);
    world.set(HOST, 'CAA', '0 issue ;');
    expect(await caa()).toEqual(['wrong', 'caa', { name: HOST, issuers: ';', issuer: 'letsencrypt.org' }]);
  });

  it('account, methods and what nobody understands', async () => {
    const cases: [string, string][] = [
      ['0 issue letsencrypt.org; accounturi=https://ca.example/acct/1', 'right'],
      ['0 issue letsencrypt.org; accounturi=https://ca.example/acct/2', 'wrong'],
      ['0 issue letsencrypt.org; validationmethods=dns-01', 'wrong'],
      ['0 issue letsencrypt.org; validationmethods=dns-01,tls-alpn-01', 'right'],
      ['128 unheard-of x', 'wrong'],
      ['0 unheard-of x', 'right'],
    ];
    for (const [record, state] of cases) {
      world.set(HOST, 'CAA', record);
      expect((await caa())[0], record).toBe(state);
    }
  });

  it('what the alias leads to decides, not what stands above it', async () => {
    world.set(HOST, 'CNAME', EDGE);
    world.set('acme.example', 'CAA', '0 issue other-ca.example');
    world.set(EDGE, 'CAA', '0 issue letsencrypt.org');
    expect(await caa()).toEqual(['right']);
  });

  it('an answer that does not come is none', async () => {
    world.fail('resolver', 'acme.example', 'SERVFAIL');
    world.fail('zone', '', 'SERVFAIL');
    expect((await caa())[0]).toBe('unknown');
  });
});
